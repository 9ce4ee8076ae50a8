-- Mail between people of the garden (model of purchasing, 5.3): a message is written once, and everybody who has it has a
-- copy of their own that says where it lies and how it is marked.
CREATE TABLE mail_threads (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE mail_messages (
  id uuid PRIMARY KEY,
  thread_id uuid NOT NULL REFERENCES mail_threads,
  source text NOT NULL DEFAULT 'user' CHECK (source IN ('user', 'system')),
  from_user_id uuid REFERENCES users,
  -- A notice of the garden has no text of its own: it is read out of the notification, in the reader's language.
  notification_id uuid UNIQUE REFERENCES notifications ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'held', 'sent')),
  subject text NOT NULL DEFAULT '' CHECK (length(subject) <= 200),
  body_html text NOT NULL DEFAULT '',
  body_text text NOT NULL DEFAULT '',
  linked_entity text,
  linked_id uuid,
  -- A held mail goes out then, and can be taken back until then.
  deliver_at timestamptz,
  sent_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT mail_messages_has_a_source CHECK (
    (source = 'user' AND from_user_id IS NOT NULL AND notification_id IS NULL)
    OR (source = 'system' AND from_user_id IS NULL AND notification_id IS NOT NULL AND state = 'sent')),
  CONSTRAINT mail_messages_names_its_subject CHECK (source = 'system' OR state = 'draft' OR subject <> ''),
  CONSTRAINT mail_messages_goes_out_once CHECK ((state = 'held') = (deliver_at IS NOT NULL) AND (state = 'sent') = (sent_at IS NOT NULL)),
  CONSTRAINT mail_messages_link_is_whole CHECK ((linked_entity IS NULL) = (linked_id IS NULL))
);
CREATE INDEX mail_messages_thread ON mail_messages (thread_id);
CREATE INDEX mail_messages_from ON mail_messages (from_user_id);
CREATE INDEX mail_messages_due ON mail_messages (deliver_at) WHERE state = 'held';

-- Whom a message is for, as the sender chose: people, and teams and departments as they are when it goes out.
CREATE TABLE mail_recipients (
  message_id uuid NOT NULL REFERENCES mail_messages ON DELETE CASCADE,
  position integer NOT NULL,
  field text NOT NULL CHECK (field IN ('to', 'cc', 'bcc')),
  user_id uuid REFERENCES users,
  team_id uuid REFERENCES teams,
  department_id uuid REFERENCES departments,
  PRIMARY KEY (message_id, position),
  CONSTRAINT mail_recipients_is_one CHECK (num_nonnulls(user_id, team_id, department_id) = 1)
);
CREATE UNIQUE INDEX mail_recipients_once ON mail_recipients (message_id, (coalesce(user_id, team_id, department_id)));
CREATE INDEX mail_recipients_user ON mail_recipients (user_id);
CREATE INDEX mail_recipients_team ON mail_recipients (team_id);
CREATE INDEX mail_recipients_department ON mail_recipients (department_id);

CREATE TABLE mail_attachments (
  message_id uuid NOT NULL REFERENCES mail_messages ON DELETE CASCADE,
  file_id uuid NOT NULL REFERENCES files,
  position integer NOT NULL,
  PRIMARY KEY (message_id, file_id)
);
CREATE INDEX mail_attachments_file ON mail_attachments (file_id);

-- One copy of one person. Whoever writes to himself has two: the sent one and the received one.
CREATE TABLE mail_boxes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  message_id uuid NOT NULL REFERENCES mail_messages ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('sender', 'to', 'cc', 'bcc', 'system')),
  folder text NOT NULL CHECK (folder IN ('inbox', 'sent', 'draft', 'spam', 'trash')),
  -- Where it lay before it went to the trash or to spam.
  restore_to text CHECK (restore_to IN ('inbox', 'sent', 'draft')),
  trashed_at timestamptz,
  is_read boolean NOT NULL DEFAULT false,
  is_starred boolean NOT NULL DEFAULT false,
  labels text[] NOT NULL DEFAULT '{}' CHECK (labels <@ ARRAY['personal', 'company', 'important', 'private']),
  snoozed_until timestamptz,
  arrived_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT mail_boxes_trash_has_a_day CHECK ((folder = 'trash') = (trashed_at IS NOT NULL)),
  CONSTRAINT mail_boxes_can_be_restored CHECK ((folder IN ('trash', 'spam')) = (restore_to IS NOT NULL))
);
CREATE UNIQUE INDEX mail_boxes_one_sender ON mail_boxes (message_id) WHERE role = 'sender';
CREATE UNIQUE INDEX mail_boxes_once ON mail_boxes (message_id, user_id) WHERE role <> 'sender';
-- What was put off stands again where it comes back.
CREATE INDEX mail_boxes_list ON mail_boxes (user_id, folder, greatest(arrived_at, snoozed_until) DESC, id DESC);
CREATE INDEX mail_boxes_unread ON mail_boxes (user_id, folder) WHERE NOT is_read;
CREATE INDEX mail_boxes_starred ON mail_boxes (user_id) WHERE is_starred;
CREATE INDEX mail_boxes_labels ON mail_boxes USING gin (labels) WHERE labels <> '{}';
CREATE INDEX mail_boxes_message ON mail_boxes (message_id);
CREATE INDEX mail_boxes_trashed ON mail_boxes (trashed_at) WHERE folder = 'trash';

-- What was sent stays as it was sent, and as long as anybody has a copy.
CREATE FUNCTION mail_sent_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'sent' THEN
    RAISE EXCEPTION 'a sent mail cannot be changed' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'mail_messages_sent_stays';
  END IF;
  IF TG_OP = 'DELETE' AND OLD.state = 'sent' AND OLD.source = 'user' AND EXISTS (SELECT 1 FROM mail_boxes WHERE message_id = OLD.id) THEN
    RAISE EXCEPTION 'somebody has this mail' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'mail_messages_sent_stays';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER mail_messages_sent_stays BEFORE UPDATE OR DELETE ON mail_messages FOR EACH ROW EXECUTE FUNCTION mail_sent_stays();

CREATE FUNCTION mail_parts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM mail_messages WHERE id = CASE WHEN TG_OP = 'INSERT' THEN NEW.message_id ELSE OLD.message_id END AND state = 'sent') THEN
    RAISE EXCEPTION 'a sent mail cannot be changed' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'mail_messages_sent_stays';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER mail_recipients_stay BEFORE INSERT OR UPDATE OR DELETE ON mail_recipients FOR EACH ROW EXECUTE FUNCTION mail_parts_stay();
CREATE TRIGGER mail_attachments_stay BEFORE INSERT OR UPDATE OR DELETE ON mail_attachments FOR EACH ROW EXECUTE FUNCTION mail_parts_stay();

-- A notice of the garden is one record: read in the bell, it is read in the mailbox.
CREATE FUNCTION mail_follows_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mail_boxes SET is_read = true FROM mail_messages m
    WHERE m.notification_id = NEW.id AND mail_boxes.message_id = m.id AND NOT mail_boxes.is_read;
  RETURN NULL;
END $$;
CREATE TRIGGER notifications_read_in_the_mailbox AFTER UPDATE OF read_at ON notifications
  FOR EACH ROW WHEN (OLD.read_at IS NULL AND NEW.read_at IS NOT NULL) EXECUTE FUNCTION mail_follows_notification();

-- Whether an event comes into the mailbox, as the other channels are kept.
ALTER TABLE notification_preferences ADD COLUMN mailbox boolean NOT NULL DEFAULT true;
