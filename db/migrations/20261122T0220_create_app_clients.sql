-- Programs that use the API in the name of one of our people. Of secrets and tokens only hashes are kept.
CREATE TABLE app_clients (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'revoked')),
  name text NOT NULL,
  description text NOT NULL,
  client_id text NOT NULL,
  owner_user_id uuid NOT NULL REFERENCES users,
  department_id uuid NOT NULL REFERENCES departments,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  requests_per_minute integer NOT NULL CHECK (requests_per_minute BETWEEN 1 AND 6000),
  token_minutes integer NOT NULL CHECK (token_minutes BETWEEN 1 AND 60),
  expires_on date,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (search_text(name, description, client_id)) STORED,
  CONSTRAINT app_clients_name_key UNIQUE (name),
  CONSTRAINT app_clients_client_id_key UNIQUE (client_id)
);
CREATE INDEX app_clients_search ON app_clients USING gin (search gin_trgm_ops);
CREATE INDEX app_clients_owner ON app_clients (owner_user_id);
CREATE INDEX app_clients_department ON app_clients (department_id);

CREATE TABLE app_client_business_entities (
  app_client_id uuid NOT NULL REFERENCES app_clients ON DELETE CASCADE,
  business_entity_id uuid NOT NULL REFERENCES business_entities,
  PRIMARY KEY (app_client_id, business_entity_id)
);
COMMENT ON TABLE app_client_business_entities IS 'what a client is narrowed to; none is all that its owner has';
CREATE INDEX app_client_business_entities_entity ON app_client_business_entities (business_entity_id);

CREATE TABLE app_client_networks (
  app_client_id uuid NOT NULL REFERENCES app_clients ON DELETE CASCADE,
  position integer NOT NULL,
  network cidr NOT NULL,
  note text,
  PRIMARY KEY (app_client_id, position)
);
COMMENT ON TABLE app_client_networks IS 'where a client may come from; none is anywhere';

CREATE TABLE app_client_secrets (
  id uuid PRIMARY KEY,
  app_client_id uuid NOT NULL REFERENCES app_clients ON DELETE CASCADE,
  hash text NOT NULL CHECK (hash LIKE '$argon2id$%'),
  hint text NOT NULL CHECK (length(hint) = 4),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  last_used_at timestamptz,
  CHECK (expires_at <= created_at + interval '365 days')
);
CREATE INDEX app_client_secrets_client ON app_client_secrets (app_client_id, created_at DESC);

CREATE TABLE app_client_tokens (
  token_hash bytea PRIMARY KEY,
  app_client_id uuid NOT NULL REFERENCES app_clients ON DELETE CASCADE,
  secret_id uuid NOT NULL REFERENCES app_client_secrets ON DELETE CASCADE,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX app_client_tokens_client ON app_client_tokens (app_client_id);
CREATE INDEX app_client_tokens_secret ON app_client_tokens (secret_id);
CREATE INDEX app_client_tokens_expiry ON app_client_tokens (expires_at);

CREATE TABLE app_client_calls (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  app_client_id uuid NOT NULL REFERENCES app_clients ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  method text NOT NULL,
  path text NOT NULL,
  scope text,
  status integer NOT NULL,
  ip text,
  request_id text
);
COMMENT ON COLUMN app_client_calls.scope IS 'the right that let the call in; none where it was refused or got a token';
CREATE INDEX app_client_calls_client ON app_client_calls (app_client_id, id DESC);
CREATE INDEX app_client_calls_at ON app_client_calls (at);

CREATE TABLE app_client_days (
  app_client_id uuid NOT NULL REFERENCES app_clients ON DELETE CASCADE,
  day date NOT NULL,
  answered integer NOT NULL DEFAULT 0 CHECK (answered >= 0),
  refused integer NOT NULL DEFAULT 0 CHECK (refused >= 0),
  failed integer NOT NULL DEFAULT 0 CHECK (failed >= 0),
  PRIMARY KEY (app_client_id, day)
);
COMMENT ON TABLE app_client_days IS 'calls of each day in Singapore, by how they were answered';
