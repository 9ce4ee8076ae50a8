-- One approval engine for every document (model of purchasing, 0.6).
CREATE TABLE approval_policies (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  doc_type text NOT NULL,
  business_entity_id uuid REFERENCES business_entities,
  department_ids uuid[] NOT NULL DEFAULT '{}',
  -- Net total in cents: from min (not included) up to max (included); no max is without end.
  min_cents bigint NOT NULL DEFAULT 0,
  max_cents bigint,
  -- A policy with flags adds its steps to the one that matches by amount.
  flags text[] NOT NULL DEFAULT '{}',
  priority integer NOT NULL DEFAULT 0,
  valid_from timestamptz NOT NULL DEFAULT now(),
  valid_to timestamptz,
  is_active boolean NOT NULL DEFAULT true,
  CONSTRAINT approval_policies_range CHECK (max_cents IS NULL OR max_cents > min_cents)
);
CREATE INDEX approval_policies_doc_type ON approval_policies (doc_type) WHERE is_active;

CREATE TABLE approval_steps (
  id uuid PRIMARY KEY,
  policy_id uuid NOT NULL REFERENCES approval_policies ON DELETE CASCADE,
  seq integer NOT NULL CHECK (seq > 0),
  mode text NOT NULL CHECK (mode IN ('any', 'all', 'n-of')),
  n integer CHECK (n > 0),
  approver_rule text NOT NULL CHECK (approver_rule IN ('user', 'role', 'department-approver', 'department-head', 'parent-department-head', 'requester-manager', 'team')),
  rule_param text,
  sla_hours integer NOT NULL DEFAULT 24 CHECK (sla_hours > 0),
  four_eyes boolean NOT NULL DEFAULT false,
  CONSTRAINT approval_steps_n CHECK ((mode = 'n-of') = (n IS NOT NULL)),
  UNIQUE (policy_id, seq)
);

CREATE TABLE approval_instances (
  id uuid PRIMARY KEY,
  doc_type text NOT NULL,
  doc_id uuid NOT NULL,
  revision integer NOT NULL,
  policy_id uuid NOT NULL REFERENCES approval_policies,
  policy_version integer NOT NULL,
  requester_id uuid NOT NULL REFERENCES users,
  department_id uuid NOT NULL REFERENCES departments,
  net_cents bigint NOT NULL,
  -- The steps as they were when it started: {seq, mode, n, rule, param, slaHours, fourEyes}.
  steps jsonb NOT NULL,
  current_seq integer NOT NULL DEFAULT 1,
  snapshot jsonb NOT NULL,
  snapshot_hash text NOT NULL,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'approved', 'returned', 'rejected', 'withdrawn', 'superseded')),
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE UNIQUE INDEX approval_instances_one_running ON approval_instances (doc_type, doc_id) WHERE status = 'running';
CREATE INDEX approval_instances_doc ON approval_instances (doc_type, doc_id, started_at DESC);

CREATE TABLE approval_tasks (
  id uuid PRIMARY KEY,
  instance_id uuid NOT NULL REFERENCES approval_instances,
  doc_type text NOT NULL,
  doc_id uuid NOT NULL,
  seq integer NOT NULL,
  assignee_id uuid NOT NULL REFERENCES users,
  on_behalf_of uuid REFERENCES users,
  -- Why this person: the rule, and what happened to it ('own-request', 'not-active', 'fallback').
  rule text NOT NULL,
  note text,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'returned', 'rejected', 'skipped', 'reassigned', 'cancelled')),
  comment text,
  opened_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL,
  decided_at timestamptz,
  channel text CHECK (channel IN ('web', 'mail')),
  ip text,
  CONSTRAINT approval_tasks_decided CHECK ((status = 'pending') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX approval_tasks_once_per_step ON approval_tasks (instance_id, seq, assignee_id) WHERE status <> 'reassigned';
CREATE INDEX approval_tasks_waiting ON approval_tasks (assignee_id, opened_at) WHERE status = 'pending';
CREATE INDEX approval_tasks_doc ON approval_tasks (doc_id, assignee_id);
CREATE INDEX approval_tasks_instance ON approval_tasks (instance_id, seq);
