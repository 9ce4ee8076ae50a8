-- Who decides for whom while somebody is away: by date, by kind of document and up to a sum.
CREATE TABLE approval_delegations (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'ended')),
  from_user_id uuid NOT NULL REFERENCES users,
  to_user_id uuid NOT NULL REFERENCES users,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  -- Kinds of document; none is every kind.
  doc_types text[] NOT NULL DEFAULT '{}',
  max_cents bigint CHECK (max_cents > 0),
  reason text NOT NULL,
  ended_at timestamptz,
  ended_by uuid REFERENCES users,
  -- 'by-hand', 'over', 'not-active': why it ended.
  ended_reason text,
  -- When tasks that were open already were taken along.
  begun_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  CONSTRAINT approval_delegations_to_another CHECK (to_user_id <> from_user_id),
  CONSTRAINT approval_delegations_period CHECK (to_at > from_at),
  CONSTRAINT approval_delegations_ended CHECK ((status = 'ended') = (ended_at IS NOT NULL))
);
CREATE INDEX approval_delegations_from ON approval_delegations (from_user_id, from_at DESC);
CREATE INDEX approval_delegations_to ON approval_delegations (to_user_id, from_at DESC);
CREATE INDEX approval_delegations_active ON approval_delegations (to_at) WHERE status = 'active';
CREATE INDEX approval_delegations_ended_by ON approval_delegations (ended_by) WHERE ended_by IS NOT NULL;

-- One stand-in at a time for each kind of document, and none who is away or stands in for others: whoever writes, and
-- however many at once. People are locked in one order.
CREATE FUNCTION check_delegation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  other record;
BEGIN
  IF NEW.status <> 'active' THEN RETURN NEW; END IF;
  FOR other IN SELECT unnest(ARRAY[NEW.from_user_id, NEW.to_user_id]) AS person ORDER BY 1 LOOP
    PERFORM pg_advisory_xact_lock(hashtext('approval-delegation'), hashtext(other.person::text));
  END LOOP;
  FOR other IN
    SELECT * FROM approval_delegations d WHERE d.id <> NEW.id AND d.status = 'active' AND tstzrange(d.from_at, d.to_at) && tstzrange(NEW.from_at, NEW.to_at)
      AND (d.doc_types = '{}' OR NEW.doc_types = '{}' OR d.doc_types && NEW.doc_types)
  LOOP
    IF other.from_user_id = NEW.from_user_id THEN
      RAISE EXCEPTION 'two stand-ins at once' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'approval_delegations_one_at_a_time', TABLE = 'approval_delegations';
    ELSIF other.from_user_id = NEW.to_user_id OR other.to_user_id = NEW.from_user_id THEN
      RAISE EXCEPTION 'a stand-in of a stand-in' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'approval_delegations_not_chained', TABLE = 'approval_delegations';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
CREATE TRIGGER approval_delegations_check BEFORE INSERT OR UPDATE ON approval_delegations FOR EACH ROW EXECUTE FUNCTION check_delegation();

-- A place in a step is one person's; a stand-in and whoever is asked when it takes too long sit in the same place.
ALTER TABLE approval_tasks
  ADD COLUMN place_of uuid REFERENCES users,
  ADD COLUMN delegation_id uuid REFERENCES approval_delegations;
UPDATE approval_tasks SET place_of = coalesce(on_behalf_of, assignee_id);
ALTER TABLE approval_tasks ALTER COLUMN place_of SET NOT NULL;
CREATE INDEX approval_tasks_place_of ON approval_tasks (place_of);
CREATE INDEX approval_tasks_delegation ON approval_tasks (delegation_id) WHERE delegation_id IS NOT NULL;
CREATE INDEX approval_tasks_decided_for ON approval_tasks (on_behalf_of, opened_at) WHERE status = 'pending' AND on_behalf_of IS NOT NULL;

-- Each reminder and each escalation of a task happens once.
CREATE TABLE approval_reminders (
  task_id uuid NOT NULL REFERENCES approval_tasks,
  kind text NOT NULL CHECK (kind IN ('half', 'due', 'escalated')),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (task_id, kind)
);
COMMENT ON TABLE approval_reminders IS 'append-only: what was said about a task that waits';
CREATE INDEX approval_tasks_open ON approval_tasks (opened_at) WHERE status = 'pending';
