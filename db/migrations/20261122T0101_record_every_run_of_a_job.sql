-- Every run of a job: begun, and ended one way or another. A run without an end is under way, or its process is gone.
CREATE TABLE job_runs (
  id uuid PRIMARY KEY,
  job text NOT NULL CHECK (job ~ '^[a-z][a-z0-9-]{1,59}$'),
  trigger text NOT NULL CHECK (trigger IN ('schedule', 'hand')),
  -- How many times the same firing has been tried, this run included.
  attempt integer NOT NULL DEFAULT 1 CHECK (attempt > 0),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('done', 'failed', 'interrupted')),
  -- What was done, in figures by name.
  result jsonb,
  -- Why not: a code that has a sentence with its values, or else the message of what went wrong, without secrets.
  error_code text,
  error_params jsonb,
  error text CHECK (length(error) <= 500),
  asked_by uuid REFERENCES users,
  -- The firing in the queue that this run answers; none for a run that the product made by itself.
  queue_id uuid,
  CONSTRAINT job_runs_ended_with_an_outcome CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
-- A job never runs beside itself.
CREATE UNIQUE INDEX job_runs_one_at_a_time ON job_runs (job) WHERE ended_at IS NULL;
CREATE INDEX job_runs_job ON job_runs (job, started_at DESC, id DESC);
CREATE INDEX job_runs_failures ON job_runs (job, started_at DESC) WHERE outcome = 'failed';
CREATE INDEX job_runs_queue ON job_runs (queue_id);
CREATE INDEX job_runs_asked_by ON job_runs (asked_by) WHERE asked_by IS NOT NULL;

-- Who administers or audits a garden that stands already sees the jobs from the start.
WITH given (code, action) AS (VALUES ('ADMINISTRATOR', 'read'), ('ADMINISTRATOR', 'run'), ('AUDITOR', 'read'))
INSERT INTO role_permissions (role_id, subject, action)
SELECT roles.id, 'Job', given.action FROM roles JOIN given ON given.code = roles.code
ON CONFLICT DO NOTHING;
INSERT INTO role_versions (role_id, number, permissions, reason)
SELECT r.id, (SELECT coalesce(max(v.number), 0) + 1 FROM role_versions v WHERE v.role_id = r.id),
  (SELECT jsonb_agg(jsonb_build_object('subject', p.subject, 'action', p.action, 'condition', p.condition)) FROM role_permissions p WHERE p.role_id = r.id),
  'Added by an update: the jobs'
FROM roles r WHERE r.code IN ('ADMINISTRATOR', 'AUDITOR');
