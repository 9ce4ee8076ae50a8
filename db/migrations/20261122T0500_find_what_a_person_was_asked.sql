-- The inbox counts by kind what a person was ever asked, and lists what they have decided, the newest first.
CREATE INDEX approval_tasks_assignee ON approval_tasks (assignee_id, decided_at DESC, id);
