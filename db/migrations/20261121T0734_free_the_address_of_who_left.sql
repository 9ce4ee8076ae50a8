-- The address of somebody who left is free again after some time. It stays at the person, so that the history keeps it,
-- and counts no more once another has taken it; the index decides between two who want it at the same moment.
ALTER TABLE users
  ADD COLUMN deactivated_at timestamptz,
  ADD COLUMN email_freed_at timestamptz CHECK (email_freed_at IS NULL OR status = 'deactivated');
UPDATE users SET deactivated_at = updated_at WHERE status = 'deactivated';
ALTER TABLE users DROP CONSTRAINT users_email_key;
CREATE UNIQUE INDEX users_email_key ON users (email) WHERE email_freed_at IS NULL;
