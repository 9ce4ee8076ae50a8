-- A policy is changed by a new version with its own start; documents under way keep the one they began with, and what an
-- earlier version said can still be read. The row of the policy holds its newest version, for lists and forms.
DROP INDEX approval_policies_doc_type;
ALTER TABLE approval_policies
  ADD COLUMN status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'retired')),
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN created_by uuid REFERENCES users,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_by uuid REFERENCES users,
  ADD COLUMN search text GENERATED ALWAYS AS (lower(name)) STORED,
  ALTER COLUMN valid_from DROP DEFAULT,
  ALTER COLUMN valid_from TYPE date USING (valid_from AT TIME ZONE 'Asia/Singapore')::date,
  ALTER COLUMN valid_from SET DEFAULT (now() AT TIME ZONE 'Asia/Singapore')::date,
  ALTER COLUMN valid_to TYPE date USING (valid_to AT TIME ZONE 'Asia/Singapore')::date,
  ADD CONSTRAINT approval_policies_days CHECK (valid_to >= valid_from);
UPDATE approval_policies SET status = 'retired' WHERE NOT is_active;

CREATE TABLE approval_policy_versions (
  policy_id uuid NOT NULL REFERENCES approval_policies,
  number integer NOT NULL CHECK (number > 0),
  name text NOT NULL,
  business_entity_id uuid REFERENCES business_entities,
  min_cents bigint NOT NULL CHECK (min_cents >= 0),
  max_cents bigint,
  -- A policy with flags adds its steps to the one that matches by amount, for documents that carry any of them.
  flags text[] NOT NULL DEFAULT '{}',
  priority integer NOT NULL,
  -- The version counts from this day to the start of the next one, and to the last day at most.
  valid_from date NOT NULL,
  valid_to date,
  reason text,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  made_by uuid REFERENCES users,
  -- Taken back before it began.
  withdrawn_at timestamptz,
  withdrawn_by uuid REFERENCES users,
  PRIMARY KEY (policy_id, number),
  CONSTRAINT approval_policy_versions_range CHECK (max_cents > min_cents),
  CONSTRAINT approval_policy_versions_days CHECK (valid_to >= valid_from),
  CONSTRAINT approval_policy_versions_flags CHECK (flags <@ ARRAY['unbudgeted', 'single-quotation', 'new-vendor', 'after-the-fact', 'emergency', 'split'])
);
CREATE INDEX approval_policy_versions_business_entity ON approval_policy_versions (business_entity_id);
CREATE INDEX approval_policy_versions_withdrawn_by ON approval_policy_versions (withdrawn_by) WHERE withdrawn_by IS NOT NULL;

CREATE TABLE approval_policy_departments (
  policy_id uuid NOT NULL,
  number integer NOT NULL,
  department_id uuid NOT NULL REFERENCES departments,
  PRIMARY KEY (policy_id, number, department_id),
  FOREIGN KEY (policy_id, number) REFERENCES approval_policy_versions
);
CREATE INDEX approval_policy_departments_department ON approval_policy_departments (department_id);
CREATE TABLE approval_policy_categories (
  policy_id uuid NOT NULL,
  number integer NOT NULL,
  expense_category_id uuid NOT NULL REFERENCES expense_categories,
  PRIMARY KEY (policy_id, number, expense_category_id),
  FOREIGN KEY (policy_id, number) REFERENCES approval_policy_versions
);
CREATE INDEX approval_policy_categories_category ON approval_policy_categories (expense_category_id);

INSERT INTO approval_policy_versions (policy_id, number, name, business_entity_id, min_cents, max_cents, flags, priority, valid_from, valid_to)
SELECT id, version, name, business_entity_id, min_cents, max_cents, flags, priority, valid_from, valid_to FROM approval_policies;
INSERT INTO approval_policy_departments (policy_id, number, department_id) SELECT id, version, d FROM approval_policies, unnest(department_ids) d;
ALTER TABLE approval_policies DROP COLUMN is_active, DROP COLUMN department_ids;
CREATE INDEX approval_policies_doc_type ON approval_policies (doc_type, min_cents, id);
CREATE INDEX approval_policies_name ON approval_policies (name, id);
CREATE INDEX approval_policies_search ON approval_policies USING gin (search gin_trgm_ops);
ALTER TABLE approval_instances ADD FOREIGN KEY (policy_id, policy_version) REFERENCES approval_policy_versions;

-- The steps of a version: whom a rule names is a reference, and what happens when nobody decides is part of the step.
ALTER TABLE approval_steps
  ADD COLUMN number integer,
  ADD COLUMN user_id uuid REFERENCES users,
  ADD COLUMN role_id uuid REFERENCES roles,
  ADD COLUMN team_id uuid REFERENCES teams,
  ADD COLUMN escalate_rule text DEFAULT 'head-above' CHECK (escalate_rule IN ('head-above', 'user', 'role', 'team')),
  ADD COLUMN escalate_user_id uuid REFERENCES users,
  ADD COLUMN escalate_role_id uuid REFERENCES roles,
  ADD COLUMN escalate_team_id uuid REFERENCES teams,
  -- Fields of the document that whoever is asked may change before deciding.
  ADD COLUMN may_edit text[] NOT NULL DEFAULT '{}';
UPDATE approval_steps s SET number = p.version FROM approval_policies p WHERE p.id = s.policy_id;
UPDATE approval_steps s SET user_id = rule_param::uuid WHERE approver_rule = 'user';
UPDATE approval_steps s SET team_id = rule_param::uuid WHERE approver_rule = 'team';
UPDATE approval_steps s SET role_id = r.id FROM roles r WHERE s.approver_rule = 'role' AND r.code = s.rule_param;
ALTER TABLE approval_steps
  ALTER COLUMN number SET NOT NULL,
  DROP CONSTRAINT approval_steps_name_somebody,
  DROP CONSTRAINT approval_steps_policy_id_seq_key,
  DROP CONSTRAINT approval_steps_policy_id_fkey,
  DROP COLUMN rule_param,
  ADD CONSTRAINT approval_steps_name_somebody CHECK (
    (approver_rule = 'user') = (user_id IS NOT NULL) AND (approver_rule = 'role') = (role_id IS NOT NULL) AND (approver_rule = 'team') = (team_id IS NOT NULL)),
  ADD CONSTRAINT approval_steps_escalate_to_somebody CHECK (
    (coalesce(escalate_rule, '') = 'user') = (escalate_user_id IS NOT NULL) AND (coalesce(escalate_rule, '') = 'role') = (escalate_role_id IS NOT NULL)
    AND (coalesce(escalate_rule, '') = 'team') = (escalate_team_id IS NOT NULL)),
  ADD CONSTRAINT approval_steps_order UNIQUE (policy_id, number, seq),
  ADD FOREIGN KEY (policy_id, number) REFERENCES approval_policy_versions;
CREATE INDEX approval_steps_user ON approval_steps (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX approval_steps_role ON approval_steps (role_id) WHERE role_id IS NOT NULL;
CREATE INDEX approval_steps_team ON approval_steps (team_id) WHERE team_id IS NOT NULL;
CREATE INDEX approval_steps_escalate_user ON approval_steps (escalate_user_id) WHERE escalate_user_id IS NOT NULL;
CREATE INDEX approval_steps_escalate_role ON approval_steps (escalate_role_id) WHERE escalate_role_id IS NOT NULL;
CREATE INDEX approval_steps_escalate_team ON approval_steps (escalate_team_id) WHERE escalate_team_id IS NOT NULL;

-- What a version says is never written anew; only one that has not begun is taken back.
COMMENT ON TABLE approval_steps IS 'append-only: the steps of a version of a policy';
COMMENT ON TABLE approval_policy_departments IS 'append-only: the departments of a version of a policy';
COMMENT ON TABLE approval_policy_categories IS 'append-only: the expense categories of a version of a policy';
CREATE FUNCTION keep_policy_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL AND OLD.valid_from > (clock_timestamp() AT TIME ZONE 'Asia/Singapore')::date
    AND to_jsonb(NEW) - 'withdrawn_at' - 'withdrawn_by' = to_jsonb(OLD) - 'withdrawn_at' - 'withdrawn_by' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'approval_policy_versions are append-only: a change is a new version' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER approval_policy_versions_stay BEFORE UPDATE OR DELETE ON approval_policy_versions FOR EACH ROW EXECUTE FUNCTION keep_policy_versions();
CREATE TRIGGER approval_policy_versions_append_only BEFORE TRUNCATE ON approval_policy_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Why a document is asked of these people: the flags it carried, the amount that chose the tier, the policies that added steps.
ALTER TABLE approval_instances
  ADD COLUMN flags text[] NOT NULL DEFAULT '{}',
  ADD COLUMN reasons jsonb NOT NULL DEFAULT '[]';
