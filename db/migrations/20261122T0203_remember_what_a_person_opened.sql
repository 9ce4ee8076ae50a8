-- The records a person has opened lately, to find them again; at most fifty each.
CREATE TABLE recent_records (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  entity text NOT NULL,
  record_id uuid NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, entity, record_id)
);
CREATE INDEX recent_records_newest ON recent_records (user_id, opened_at DESC);
