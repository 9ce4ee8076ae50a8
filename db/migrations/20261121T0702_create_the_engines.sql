-- What every module uses: the activity log, numbers without gaps, comments, attachments, drafts, mail, settings.
CREATE TABLE activity_log (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL,
  day date NOT NULL,
  occurred_at timestamptz NOT NULL,
  actor_type text NOT NULL CHECK (actor_type IN ('user', 'app-client', 'vendor-token', 'public', 'system')),
  actor_id uuid,
  actor_name text,
  on_behalf_of uuid,
  session_id uuid,
  ip text,
  user_agent text,
  request_id text,
  event_code text NOT NULL,
  params jsonb NOT NULL DEFAULT '{}',
  subject text NOT NULL,
  entity text,
  entity_id uuid,
  entity_number text,
  business_entity_id uuid,
  department_id uuid,
  before jsonb,
  after jsonb,
  changed_fields text[] NOT NULL DEFAULT '{}',
  outcome text NOT NULL DEFAULT 'ok' CHECK (outcome IN ('ok', 'refused', 'error')),
  reason_code text,
  prev_hash text NOT NULL,
  hash text NOT NULL
);
COMMENT ON TABLE activity_log IS 'append-only: who did what, chained per day';
CREATE INDEX activity_log_occurred_at ON activity_log (occurred_at DESC, seq DESC);
CREATE INDEX activity_log_entity ON activity_log (entity_id, seq DESC);
CREATE INDEX activity_log_actor ON activity_log (actor_id, seq DESC);
CREATE INDEX activity_log_request ON activity_log (request_id);
CREATE INDEX activity_log_day ON activity_log (day, seq DESC);
CREATE INDEX activity_log_subject ON activity_log (subject, seq DESC);

CREATE FUNCTION activity_log_hash(entry activity_log) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(
    entry.prev_hash || '|' || (to_jsonb(entry) - 'hash' - 'prev_hash' - 'seq' - 'occurred_at')::text
    || '|' || to_char(entry.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), 'UTF8')), 'hex')
$$;

-- The lock comes last in a transaction and is held until it commits: the chain has one order, the order of commits.
CREATE FUNCTION activity_log_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('activity_log'), NEW.day - DATE '2000-01-01');
  NEW.prev_hash := coalesce((SELECT hash FROM activity_log WHERE day = NEW.day ORDER BY seq DESC LIMIT 1), NEW.day::text);
  NEW.hash := activity_log_hash(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER activity_log_chain BEFORE INSERT ON activity_log FOR EACH ROW EXECUTE FUNCTION activity_log_chain();

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER activity_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON activity_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER role_versions_append_only BEFORE UPDATE OR TRUNCATE ON role_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE number_series (
  id uuid PRIMARY KEY,
  business_entity_id uuid NOT NULL REFERENCES business_entities,
  doc_type text NOT NULL,
  year integer NOT NULL,
  prefix text NOT NULL,
  width integer NOT NULL DEFAULT 5,
  next_value integer NOT NULL DEFAULT 1 CHECK (next_value > 0),
  UNIQUE (business_entity_id, doc_type, year)
);

CREATE TABLE issued_numbers (
  series_id uuid NOT NULL REFERENCES number_series,
  value integer NOT NULL,
  number text NOT NULL UNIQUE,
  doc_type text NOT NULL,
  doc_id uuid NOT NULL,
  issued_at timestamptz NOT NULL DEFAULT now(),
  voided_at timestamptz,
  PRIMARY KEY (series_id, value),
  UNIQUE (doc_type, doc_id)
);

CREATE TABLE comments (
  id uuid PRIMARY KEY,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
  mentions uuid[] NOT NULL DEFAULT '{}',
  is_internal boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users
);
CREATE INDEX comments_record ON comments (entity, entity_id, created_at DESC);

CREATE TABLE watchers (
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (entity, entity_id, user_id)
);

-- Work typed and not yet saved, one per person and place; restored after the session ended.
CREATE TABLE drafts (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  place text NOT NULL CHECK (length(place) <= 300),
  data jsonb NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, place)
);

CREATE TABLE mail_outbox (
  id uuid PRIMARY KEY,
  to_address text NOT NULL,
  to_user_id uuid REFERENCES users,
  language text NOT NULL,
  subject text NOT NULL,
  body_text text NOT NULL,
  kind text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  last_error text
);
CREATE INDEX mail_outbox_waiting ON mail_outbox (created_at) WHERE sent_at IS NULL;

CREATE TABLE settings (
  name text NOT NULL,
  valid_from timestamptz NOT NULL DEFAULT now(),
  value jsonb NOT NULL,
  set_by uuid REFERENCES users,
  reason text,
  PRIMARY KEY (name, valid_from)
);
COMMENT ON TABLE settings IS 'append-only: a change is a new row with its start';
