-- What was left to the program: why a delegation ended, by which rule somebody was asked, what a step opens to change.
ALTER TABLE approval_delegations
  ADD CONSTRAINT approval_delegations_ended_reason CHECK (ended_reason IN ('by-hand', 'over', 'not-active')),
  ADD CONSTRAINT approval_delegations_ended_for_a_reason CHECK ((status = 'ended') = (ended_reason IS NOT NULL));
ALTER TABLE approval_tasks
  ADD CONSTRAINT approval_tasks_rule CHECK (rule IN ('user', 'role', 'department-approver', 'department-head', 'parent-department-head', 'requester-manager', 'team'));
ALTER TABLE approval_steps
  ADD CONSTRAINT approval_steps_may_edit CHECK (may_edit <@ ARRAY['title', 'neededBy', 'priority', 'priorityReason', 'deliverToAddressId']);
