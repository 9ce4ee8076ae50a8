-- A session is a family of refresh tokens, of which only the newest is good; only hashes are kept.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  remember boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_active_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_reason text CHECK (ended_reason IN ('signed-out', 'idle', 'expired', 'token-reuse', 'suspended', 'password-changed', 'ended-by-user', 'ended-by-administrator')),
  ip text,
  user_agent text
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE ended_at IS NULL;

CREATE TABLE refresh_tokens (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  issued_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

-- One table for every link that opens something without signing in (architecture, section 7).
CREATE TABLE public_tokens (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  purpose text NOT NULL,
  subject_id uuid NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  max_uses integer CHECK (max_uses > 0),
  use_count integer NOT NULL DEFAULT 0,
  last_used_at timestamptz
);
CREATE INDEX public_tokens_subject ON public_tokens (purpose, subject_id);

CREATE TABLE rate_limits (
  key text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
