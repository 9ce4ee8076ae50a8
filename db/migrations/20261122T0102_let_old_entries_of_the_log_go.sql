-- Entries of the log may go when neither law nor business needs them: never before five years, and never unrecorded.
CREATE FUNCTION activity_kept_from() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT ((now() AT TIME ZONE 'Asia/Singapore')::date - interval '5 years')::date
$$;

CREATE TABLE activity_forgotten (
  id uuid PRIMARY KEY,
  -- No entry of a day before this one is left.
  before_day date NOT NULL,
  entries bigint NOT NULL CHECK (entries > 0),
  forgotten_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE activity_forgotten IS 'append-only: which days of the activity log are no longer kept';
CREATE INDEX activity_forgotten_before_day ON activity_forgotten (before_day DESC);

CREATE FUNCTION activity_forgotten_old_enough() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.before_day > activity_kept_from() THEN
    RAISE EXCEPTION 'the activity log is kept from % on', activity_kept_from() USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER activity_forgotten_old_enough BEFORE INSERT ON activity_forgotten FOR EACH ROW EXECUTE FUNCTION activity_forgotten_old_enough();
CREATE TRIGGER activity_forgotten_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON activity_forgotten FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An entry can be deleted once its day is noted as no longer kept, and not otherwise, whoever tries.
DROP TRIGGER activity_log_append_only ON activity_log;
CREATE TRIGGER activity_log_append_only BEFORE UPDATE OR TRUNCATE ON activity_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE FUNCTION refuse_keeping_less() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.day < (SELECT max(before_day) FROM activity_forgotten) THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER activity_log_kept BEFORE DELETE ON activity_log FOR EACH ROW EXECUTE FUNCTION refuse_keeping_less();

-- For the product's role, which deletes nothing from the log by itself: how many entries went.
CREATE FUNCTION forget_activity(kept_from date) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone bigint := (SELECT count(*) FROM activity_log WHERE day < kept_from);
BEGIN
  IF kept_from > activity_kept_from() THEN
    RAISE EXCEPTION 'the activity log is kept from % on', activity_kept_from() USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF gone > 0 THEN
    INSERT INTO activity_forgotten (id, before_day, entries) VALUES (gen_random_uuid(), kept_from, gone);
    DELETE FROM activity_log WHERE day < kept_from;
  END IF;
  RETURN gone;
END $$;
