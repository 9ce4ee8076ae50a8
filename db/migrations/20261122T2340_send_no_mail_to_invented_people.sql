-- What a demonstration writes to its invented people is kept to be read, and never sent: their addresses end in names that
-- are reserved for examples (RFC 2606), which no mail server takes.
ALTER TABLE mail_outbox
  DROP CONSTRAINT mail_outbox_status_check,
  ADD CONSTRAINT mail_outbox_status_check CHECK (status IN ('waiting', 'sent', 'failed', 'held'));
UPDATE mail_outbox SET status = 'held'
WHERE status = 'waiting'
  AND to_address ~* '[@.](example|test|invalid|localhost|example\.(com|net|org))$'
  AND EXISTS (SELECT FROM settings WHERE name = 'demonstration.started');
