-- A record that others refer to is looked for from its side too: when it is closed, and by its name in their lists.
CREATE INDEX approval_instances_department ON approval_instances (department_id);
CREATE INDEX approval_instances_policy ON approval_instances (policy_id);
CREATE INDEX approval_instances_requester ON approval_instances (requester_id);
CREATE INDEX approval_policies_business_entity ON approval_policies (business_entity_id);
CREATE INDEX approval_tasks_on_behalf_of ON approval_tasks (on_behalf_of) WHERE on_behalf_of IS NOT NULL;
CREATE INDEX departments_deputy_head ON departments (deputy_head_id);
CREATE INDEX mail_outbox_to_user ON mail_outbox (to_user_id);
CREATE INDEX purchase_request_lines_cost_center ON purchase_request_lines (cost_center_id);
CREATE INDEX purchase_request_lines_expense_category ON purchase_request_lines (expense_category_id);
CREATE INDEX purchase_requests_copied_from ON purchase_requests (copied_from_id) WHERE copied_from_id IS NOT NULL;
CREATE INDEX purchase_requests_cost_center ON purchase_requests (cost_center_id);
CREATE INDEX purchase_requests_deliver_to ON purchase_requests (deliver_to_address_id);
CREATE INDEX purchase_requests_expense_category ON purchase_requests (expense_category_id);
CREATE INDEX user_creation_requests_department ON user_creation_requests (department_id);
CREATE INDEX watchers_user ON watchers (user_id);
