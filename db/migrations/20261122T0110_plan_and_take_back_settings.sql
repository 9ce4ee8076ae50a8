-- A setting may be planned: it counts from its start on, and until then it can be taken back. What has been in force is
-- never written anew, whoever tries: the role of the product or the owner of the tables.
ALTER TABLE settings
  DROP CONSTRAINT settings_pkey,
  ADD COLUMN id uuid NOT NULL DEFAULT uuidv7(),
  ADD COLUMN set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN removed_at timestamptz,
  ADD COLUMN removed_by uuid REFERENCES users,
  ADD CONSTRAINT settings_pkey PRIMARY KEY (id),
  ADD CONSTRAINT settings_removed_before_the_start CHECK (removed_at < valid_from);
UPDATE settings SET set_at = valid_from;
CREATE UNIQUE INDEX settings_valid_from_key ON settings (name, valid_from) WHERE removed_at IS NULL;
CREATE INDEX settings_name ON settings (name, valid_from DESC);
COMMENT ON TABLE settings IS 'a change is a new row with its start; only what has not begun is ever taken back';

CREATE FUNCTION keep_what_was_in_force() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A minute for the time between the word and the commit.
  IF TG_OP = 'INSERT' AND NEW.valid_from >= clock_timestamp() - interval '1 minute' AND NEW.removed_at IS NULL THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.removed_at IS NULL AND OLD.valid_from > clock_timestamp() AND NEW.removed_at IS NOT NULL
    AND to_jsonb(NEW) - 'removed_at' - 'removed_by' = to_jsonb(OLD) - 'removed_at' - 'removed_by' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'settings are append-only: what has been in force stays as it was' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER settings_keep_what_was_in_force BEFORE INSERT OR UPDATE OR DELETE ON settings FOR EACH ROW EXECUTE FUNCTION keep_what_was_in_force();
CREATE TRIGGER settings_append_only BEFORE TRUNCATE ON settings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every process keeps some tables in memory; this tells all of them, at the commit, that one has changed.
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('changes', TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER settings_tell_change AFTER INSERT OR UPDATE ON settings FOR EACH STATEMENT EXECUTE FUNCTION tell_change();
