-- A request for an account: a new one, other facts or roles for somebody, or an end (model of the directory, 4.5).
CREATE TABLE user_requests (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'pending-approval', 'approved', 'fulfilled', 'returned', 'rejected', 'cancelled')),
  number text,
  revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  kind text NOT NULL CHECK (kind IN ('create', 'change', 'role-change', 'suspend')),
  requester_id uuid NOT NULL REFERENCES users,
  business_entity_id uuid NOT NULL REFERENCES business_entities,
  -- Whom it is about; of a new account the person who was made.
  subject_user_id uuid REFERENCES users,
  -- What the request changes was like this when it was written, so that only the difference is applied.
  subject_before jsonb,
  full_name text NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  contact_number text,
  language text NOT NULL CHECK (language IN ('en', 'de', 'fr', 'pt')),
  department_id uuid NOT NULL REFERENCES departments,
  job_title text,
  copy_rights_from_id uuid REFERENCES users,
  start_date date NOT NULL,
  end_date date,
  reason text NOT NULL,
  submitted_at timestamptz,
  fulfilled_at timestamptz,
  -- When the end date suspended the person.
  expired_at timestamptz,
  -- Why the system could not do what was approved: a code of the refusals.
  problem text,
  ended_reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (search_text(number, full_name, email, job_title)) STORED,
  CONSTRAINT user_requests_number_key UNIQUE (number),
  CONSTRAINT user_requests_numbered_when_sent CHECK (status IN ('draft', 'cancelled') OR number IS NOT NULL),
  CONSTRAINT user_requests_about_somebody CHECK (kind = 'create' OR subject_user_id IS NOT NULL),
  CONSTRAINT user_requests_days CHECK (end_date >= start_date),
  CONSTRAINT user_requests_end_of_new_accounts CHECK (end_date IS NULL OR kind = 'create'),
  CONSTRAINT user_requests_fulfilled CHECK ((status = 'fulfilled') = (fulfilled_at IS NOT NULL)),
  CONSTRAINT user_requests_made_somebody CHECK (status <> 'fulfilled' OR subject_user_id IS NOT NULL)
);
-- One open request for each new address, however many write at once.
CREATE UNIQUE INDEX user_requests_email_key ON user_requests (email) WHERE kind = 'create' AND status IN ('pending-approval', 'approved');
CREATE INDEX user_requests_created_at ON user_requests (created_at DESC, id DESC);
CREATE INDEX user_requests_status ON user_requests (status, created_at DESC, id DESC);
CREATE INDEX user_requests_start_date ON user_requests (start_date, id);
CREATE INDEX user_requests_full_name ON user_requests (full_name, id);
CREATE INDEX user_requests_requester ON user_requests (requester_id);
CREATE INDEX user_requests_subject_user ON user_requests (subject_user_id);
CREATE INDEX user_requests_department ON user_requests (department_id);
CREATE INDEX user_requests_business_entity ON user_requests (business_entity_id);
CREATE INDEX user_requests_copy_rights_from ON user_requests (copy_rights_from_id);
CREATE INDEX user_requests_open_days ON user_requests (start_date) WHERE status = 'approved';
CREATE INDEX user_requests_ending ON user_requests (end_date) WHERE status = 'fulfilled' AND end_date IS NOT NULL AND expired_at IS NULL;
CREATE INDEX user_requests_search ON user_requests USING gin (search gin_trgm_ops);

CREATE TABLE user_request_roles (
  request_id uuid NOT NULL REFERENCES user_requests ON DELETE CASCADE,
  role_id uuid NOT NULL REFERENCES roles,
  PRIMARY KEY (request_id, role_id)
);
CREATE INDEX user_request_roles_role ON user_request_roles (role_id);

CREATE TABLE user_request_entities (
  request_id uuid NOT NULL REFERENCES user_requests ON DELETE CASCADE,
  business_entity_id uuid NOT NULL REFERENCES business_entities,
  PRIMARY KEY (request_id, business_entity_id)
);
CREATE INDEX user_request_entities_business_entity ON user_request_entities (business_entity_id);
