-- Files that hang on a record; who reaches the record reads them.
CREATE TABLE attachments (
  id uuid PRIMARY KEY,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  kind text NOT NULL,
  file_id uuid NOT NULL REFERENCES files,
  confidential boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users,
  removed_at timestamptz,
  removed_by uuid REFERENCES users
);
CREATE INDEX attachments_record ON attachments (entity, entity_id, created_at) WHERE removed_at IS NULL;
CREATE INDEX attachments_file ON attachments (file_id);
