-- What the log of a day was when it was over, kept apart from the log: whoever shortens or rewrites a day is found.
CREATE TABLE activity_roots (
  day date PRIMARY KEY,
  entries bigint NOT NULL CHECK (entries > 0),
  root text NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE activity_roots IS 'append-only: number of entries and last hash of each day of the activity log';
CREATE TRIGGER activity_roots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON activity_roots FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE activity_proofs (
  id uuid PRIMARY KEY,
  proved_at timestamptz NOT NULL DEFAULT now(),
  entries bigint NOT NULL,
  -- The first day whose chain does not hold, and its first wrong entry where one can be named.
  broken_day date,
  broken_seq bigint
);
CREATE INDEX activity_proofs_proved_at ON activity_proofs (proved_at DESC);
COMMENT ON TABLE activity_proofs IS 'append-only: when the activity log was proved, and what was found';
