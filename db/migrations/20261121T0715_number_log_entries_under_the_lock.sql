-- A number taken before the lock let two entries stand in another order than their chain. It is taken under the lock now.
ALTER TABLE activity_log ALTER COLUMN seq DROP IDENTITY;
CREATE SEQUENCE activity_log_seq OWNED BY activity_log.seq;
SELECT setval('activity_log_seq', (SELECT coalesce(max(seq), 0) + 1 FROM activity_log), false);

CREATE OR REPLACE FUNCTION activity_log_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('activity_log'), NEW.day - DATE '2000-01-01');
  NEW.seq := nextval('activity_log_seq');
  NEW.prev_hash := coalesce((SELECT hash FROM activity_log WHERE day = NEW.day ORDER BY seq DESC LIMIT 1), NEW.day::text);
  NEW.hash := activity_log_hash(NEW);
  RETURN NEW;
END $$;
