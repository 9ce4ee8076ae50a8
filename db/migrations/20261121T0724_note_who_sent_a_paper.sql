-- Who sent a paper for approval decides on it no more than its requester does; on older papers that was the requester.
ALTER TABLE approval_instances ADD COLUMN sender_id uuid REFERENCES users;
CREATE INDEX approval_instances_sender ON approval_instances (sender_id) WHERE sender_id IS NOT NULL;
