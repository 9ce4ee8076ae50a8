-- Notifications are read in the bell and in mails. The mailbox holds what people write to each other: the copies of
-- notifications leave it, and so does the choice of that channel.
DROP TRIGGER notifications_read_in_the_mailbox ON notifications;
DROP FUNCTION mail_follows_notification();

DELETE FROM mail_messages WHERE source = 'system';
DELETE FROM mail_threads t WHERE NOT EXISTS (SELECT 1 FROM mail_messages m WHERE m.thread_id = t.id);

CREATE OR REPLACE FUNCTION mail_sent_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'sent' THEN
    RAISE EXCEPTION 'a sent mail cannot be changed' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'mail_messages_sent_stays';
  END IF;
  IF TG_OP = 'DELETE' AND OLD.state = 'sent' AND EXISTS (SELECT 1 FROM mail_boxes WHERE message_id = OLD.id) THEN
    RAISE EXCEPTION 'somebody has this mail' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'mail_messages_sent_stays';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

ALTER TABLE mail_messages DROP CONSTRAINT mail_messages_has_a_source;
ALTER TABLE mail_messages DROP CONSTRAINT mail_messages_names_its_subject;
ALTER TABLE mail_messages DROP COLUMN source;
ALTER TABLE mail_messages DROP COLUMN notification_id;
ALTER TABLE mail_messages ALTER COLUMN from_user_id SET NOT NULL;
ALTER TABLE mail_messages ADD CONSTRAINT mail_messages_names_its_subject CHECK (state = 'draft' OR subject <> '');

ALTER TABLE mail_boxes DROP CONSTRAINT mail_boxes_role_check;
ALTER TABLE mail_boxes ADD CONSTRAINT mail_boxes_role_check CHECK (role IN ('sender', 'to', 'cc', 'bcc'));

ALTER TABLE notification_preferences DROP COLUMN mailbox;
