-- People, and what they belong to. Every record carries id, version and who made and changed it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE users (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'invited' CHECK (status IN ('invited', 'active', 'suspended', 'locked', 'deactivated')),
  username text NOT NULL CHECK (username = lower(username)),
  email text NOT NULL CHECK (email = lower(email)),
  full_name text NOT NULL,
  display_name text,
  employee_no text,
  job_title text,
  contact_number text CHECK (contact_number ~ '^\+\d{1,3} \d{8}$'),
  manager_id uuid REFERENCES users ON DELETE RESTRICT,
  main_department_id uuid,
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de', 'fr', 'pt')),
  personal_redirect text CHECK (personal_redirect ~ '^/[^/\\]'),
  all_entities boolean NOT NULL DEFAULT false,
  image text,
  image_file_storage text,
  signature text,
  signature_file_storage text,
  signature_on_prints boolean NOT NULL DEFAULT true,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (lower(full_name || ' ' || username || ' ' || email || ' ' || coalesce(employee_no, '') || ' ' || coalesce(job_title, ''))) STORED,
  CONSTRAINT users_username_key UNIQUE (username),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_not_their_own_manager CHECK (manager_id <> id)
);
CREATE INDEX users_search ON users USING gin (search gin_trgm_ops);
CREATE INDEX users_created_at ON users (created_at DESC, id);
CREATE INDEX users_full_name ON users (full_name, id);
CREATE INDEX users_manager ON users (manager_id);

-- Kept apart from users, so that no list, export or log can ever carry a hash.
CREATE TABLE user_credentials (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  password_hash text,
  must_change boolean NOT NULL DEFAULT false,
  failed_count integer NOT NULL DEFAULT 0,
  first_failed_at timestamptz,
  locked_until timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE password_history (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  password_hash text NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX password_history_user ON password_history (user_id, set_at DESC);

CREATE TABLE business_entities (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  legal_name text NOT NULL,
  name_chinese text,
  short_code text NOT NULL CHECK (short_code ~ '^[A-Z0-9]{2,6}$'),
  uen text NOT NULL,
  gst_registered boolean NOT NULL DEFAULT false,
  gst_no text,
  gst_from date,
  phone text,
  print_footer text,
  fiscal_year_start_month integer NOT NULL DEFAULT 1 CHECK (fiscal_year_start_month BETWEEN 1 AND 12),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (lower(legal_name || ' ' || coalesce(name_chinese, '') || ' ' || short_code || ' ' || uen)) STORED,
  CONSTRAINT business_entities_short_code_key UNIQUE (short_code),
  CONSTRAINT business_entities_uen_key UNIQUE (uen),
  CONSTRAINT business_entities_gst_number_when_registered CHECK (NOT gst_registered OR gst_no IS NOT NULL)
);
CREATE INDEX business_entities_search ON business_entities USING gin (search gin_trgm_ops);

CREATE TABLE addresses (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  label text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('registered', 'billing', 'delivery', 'store', 'site')),
  block text,
  street text NOT NULL,
  unit_no text,
  building text,
  postal_code text NOT NULL,
  country text NOT NULL DEFAULT 'Singapore',
  contact_name text,
  contact_number text CHECK (contact_number ~ '^\+\d{1,3} \d{8}$'),
  business_entity_id uuid REFERENCES business_entities,
  delivery_notes text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (lower(label || ' ' || coalesce(block, '') || ' ' || street || ' ' || coalesce(building, '') || ' ' || postal_code)) STORED,
  CONSTRAINT addresses_label_key UNIQUE (label),
  CONSTRAINT addresses_singapore_postal_code CHECK (country <> 'Singapore' OR postal_code ~ '^\d{6}$')
);
CREATE INDEX addresses_search ON addresses USING gin (search gin_trgm_ops);
CREATE INDEX addresses_business_entity ON addresses (business_entity_id);

CREATE TABLE departments (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'closed')),
  code text NOT NULL,
  name text NOT NULL,
  business_entity_id uuid NOT NULL REFERENCES business_entities,
  parent_id uuid REFERENCES departments,
  head_user_id uuid NOT NULL REFERENCES users,
  deputy_head_id uuid REFERENCES users,
  email text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (lower(code || ' ' || name)) STORED,
  CONSTRAINT departments_code_key UNIQUE (code),
  CONSTRAINT departments_not_their_own_parent CHECK (parent_id <> id)
);
CREATE INDEX departments_search ON departments USING gin (search gin_trgm_ops);
CREATE INDEX departments_parent ON departments (parent_id);
CREATE INDEX departments_business_entity ON departments (business_entity_id);
CREATE INDEX departments_head ON departments (head_user_id);
ALTER TABLE users ADD CONSTRAINT users_main_department_fkey FOREIGN KEY (main_department_id) REFERENCES departments ON DELETE RESTRICT;
CREATE INDEX users_main_department ON users (main_department_id);

CREATE TABLE department_approvers (
  department_id uuid NOT NULL REFERENCES departments ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  limit_cents bigint NOT NULL CHECK (limit_cents > 0),
  PRIMARY KEY (department_id, user_id)
);
CREATE INDEX department_approvers_user ON department_approvers (user_id);

CREATE TABLE teams (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'closed')),
  name text NOT NULL,
  purpose text,
  department_id uuid REFERENCES departments,
  lead_id uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (lower(name || ' ' || coalesce(purpose, ''))) STORED,
  CONSTRAINT teams_name_key UNIQUE (name)
);
CREATE INDEX teams_search ON teams USING gin (search gin_trgm_ops);
CREATE INDEX teams_department ON teams (department_id);
CREATE INDEX teams_lead ON teams (lead_id);

CREATE TABLE team_members (
  team_id uuid NOT NULL REFERENCES teams ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  PRIMARY KEY (team_id, user_id)
);
CREATE INDEX team_members_user ON team_members (user_id);

CREATE TABLE user_departments (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  department_id uuid NOT NULL REFERENCES departments ON DELETE RESTRICT,
  PRIMARY KEY (user_id, department_id)
);
CREATE INDEX user_departments_department ON user_departments (department_id);

CREATE TABLE user_business_entities (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  business_entity_id uuid NOT NULL REFERENCES business_entities ON DELETE RESTRICT,
  PRIMARY KEY (user_id, business_entity_id)
);
CREATE INDEX user_business_entities_entity ON user_business_entities (business_entity_id);

CREATE TABLE roles (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'retired')),
  code text NOT NULL CHECK (code ~ '^[A-Z][A-Z0-9-]{1,29}$'),
  name text NOT NULL,
  description text,
  is_system boolean NOT NULL DEFAULT false,
  max_approval_cents bigint CHECK (max_approval_cents >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (lower(code || ' ' || name || ' ' || coalesce(description, ''))) STORED,
  CONSTRAINT roles_code_key UNIQUE (code),
  CONSTRAINT roles_name_key UNIQUE (name)
);
CREATE INDEX roles_search ON roles USING gin (search gin_trgm_ops);

CREATE TABLE role_permissions (
  role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  subject text NOT NULL,
  action text NOT NULL,
  condition text NOT NULL DEFAULT 'none' CHECK (condition IN ('none', 'own', 'department', 'entity')),
  PRIMARY KEY (role_id, subject, action)
);

CREATE TABLE role_versions (
  role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  number integer NOT NULL,
  permissions jsonb NOT NULL,
  reason text,
  made_at timestamptz NOT NULL DEFAULT now(),
  made_by uuid REFERENCES users,
  PRIMARY KEY (role_id, number)
);
COMMENT ON TABLE role_versions IS 'append-only: what a role allowed, version by version';

CREATE TABLE user_roles (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role_id uuid NOT NULL REFERENCES roles ON DELETE RESTRICT,
  PRIMARY KEY (user_id, role_id)
);
CREATE INDEX user_roles_role ON user_roles (role_id);

CREATE TABLE user_creation_requests (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'submitted' CHECK (status IN ('draft', 'submitted', 'pending-approval', 'approved', 'fulfilled', 'returned', 'rejected', 'cancelled')),
  kind text NOT NULL DEFAULT 'create' CHECK (kind IN ('create', 'change', 'suspend', 'role-change')),
  full_name text NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  username text,
  contact_number text,
  department_id uuid REFERENCES departments,
  job_title text,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users
);
