-- What people are told: one row for each person and happening, written in its transaction (model of purchasing, 6).
CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  event text NOT NULL,
  -- Names the happening: a person is told of it once, whoever tells it again.
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  entity text,
  entity_id uuid,
  entity_number text,
  params jsonb NOT NULL DEFAULT '{}',
  link text NOT NULL CHECK (link ~ '^/([^/\\]|$)'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Told in the bell; the row is kept where the person wants none of it there, too.
  in_app boolean NOT NULL,
  -- Tells of a decision that waits, which the bell counts by itself.
  is_task boolean NOT NULL,
  in_digest boolean NOT NULL,
  read_at timestamptz,
  -- Since when there is nothing to do about it any more.
  settled_at timestamptz,
  digested_at timestamptz,
  CONSTRAINT notifications_once UNIQUE (user_id, key)
);
CREATE INDEX notifications_newest ON notifications (user_id, created_at DESC, id DESC);
CREATE INDEX notifications_unread ON notifications (user_id, created_at DESC, id DESC) WHERE read_at IS NULL AND in_app;
CREATE INDEX notifications_for_digest ON notifications (user_id) WHERE in_digest AND digested_at IS NULL;
CREATE INDEX notifications_key ON notifications (key) WHERE settled_at IS NULL;

-- Only what a person has chosen otherwise than it is for everybody.
CREATE TABLE notification_preferences (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  event text NOT NULL,
  in_app boolean NOT NULL,
  mail text NOT NULL CHECK (mail IN ('at-once', 'digest', 'off')),
  chat boolean NOT NULL,
  PRIMARY KEY (user_id, event)
);

-- One digest for each person and day, whatever runs twice.
CREATE TABLE notification_digests (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  day date NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, day)
);

-- What waits for the chat-bot, as mails wait in theirs.
CREATE TABLE chat_outbox (
  id uuid PRIMARY KEY,
  notification_id uuid NOT NULL UNIQUE REFERENCES notifications ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'failed')),
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  last_error text
);
CREATE INDEX chat_outbox_due ON chat_outbox (due_at) WHERE status = 'waiting';
