-- What has ended has ended at a time, a session also for a reason, and a rule that names somebody says whom.
ALTER TABLE approval_instances ADD CONSTRAINT approval_instances_ended_at_a_time CHECK ((status = 'running') = (ended_at IS NULL));
ALTER TABLE approval_steps ADD CONSTRAINT approval_steps_name_somebody CHECK ((approver_rule IN ('user', 'role', 'team')) = (rule_param IS NOT NULL));
ALTER TABLE sessions ADD CONSTRAINT sessions_ended_for_a_reason CHECK ((ended_at IS NULL) = (ended_reason IS NULL));
ALTER TABLE imports ADD CONSTRAINT imports_done_at_a_time CHECK ((state = 'previewed') = (done_at IS NULL));
ALTER TABLE departments ADD CONSTRAINT departments_deputy_is_another CHECK (deputy_head_id <> head_user_id);
