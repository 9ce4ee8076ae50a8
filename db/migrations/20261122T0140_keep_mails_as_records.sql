-- A mail is a record that administrators look at. What it says is kept apart, since links in it may open something:
-- no list, export or log can carry it.
CREATE TABLE mail_bodies (
  mail_id uuid PRIMARY KEY REFERENCES mail_outbox ON DELETE CASCADE,
  body_text text NOT NULL,
  body_html text,
  -- Where a mail program says for its reader that no more of these are wanted (RFC 8058).
  unsubscribe_url text,
  -- Its links to one use were taken out when it was sent.
  links_removed boolean NOT NULL DEFAULT false
);
INSERT INTO mail_bodies (mail_id, body_text) SELECT id, body_text FROM mail_outbox;

ALTER TABLE mail_outbox
  DROP COLUMN body_text,
  ADD version integer NOT NULL DEFAULT 1,
  ADD status text NOT NULL DEFAULT 'waiting',
  ADD due_at timestamptz NOT NULL DEFAULT now(),
  ADD again_of_id uuid REFERENCES mail_outbox ON DELETE SET NULL,
  -- Where nobody of ours is told: what makes it be sent once.
  ADD once_key text,
  ADD created_by uuid REFERENCES users ON DELETE SET NULL,
  ADD updated_at timestamptz NOT NULL DEFAULT now(),
  ADD updated_by uuid REFERENCES users ON DELETE SET NULL,
  ADD search text GENERATED ALWAYS AS (lower(to_address || ' ' || subject)) STORED;

UPDATE mail_outbox SET
  status = CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN attempts >= 12 THEN 'failed' ELSE 'waiting' END,
  due_at = created_at + (power(2, attempts) - 1) * interval '1 minute',
  updated_at = coalesce(sent_at, created_at),
  kind = CASE kind WHEN 'invitation' THEN 'welcome' WHEN 'password-reset' THEN 'reset-password' WHEN 'comment' THEN 'notification' ELSE kind END;

ALTER TABLE mail_outbox
  ADD CONSTRAINT mail_outbox_status_check CHECK (status IN ('waiting', 'sent', 'failed')),
  ADD CONSTRAINT mail_outbox_sent CHECK ((status = 'sent') = (sent_at IS NOT NULL)),
  ADD CONSTRAINT mail_outbox_once UNIQUE (to_address, once_key);
DROP INDEX mail_outbox_waiting;
CREATE INDEX mail_outbox_due ON mail_outbox (due_at) WHERE status = 'waiting';
CREATE INDEX mail_outbox_created_at ON mail_outbox (created_at DESC, id DESC);
CREATE INDEX mail_outbox_sent_at ON mail_outbox (sent_at DESC NULLS LAST, id DESC);
CREATE INDEX mail_outbox_status ON mail_outbox (status, created_at DESC, id DESC);
CREATE INDEX mail_outbox_search ON mail_outbox USING gin (search gin_trgm_ops);
CREATE INDEX mail_outbox_again_of ON mail_outbox (again_of_id) WHERE again_of_id IS NOT NULL;
