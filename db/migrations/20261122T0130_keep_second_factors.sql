-- What proves a person beside the password. Secrets are sealed; of recovery codes and challenges only hashes are kept.
CREATE TABLE authenticators (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sealed_secret text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  last_step bigint
);
COMMENT ON COLUMN authenticators.last_step IS 'the 30 seconds whose code was used last: no code of them, or of any before, is good again';
CREATE UNIQUE INDEX authenticators_confirmed ON authenticators (user_id) WHERE confirmed_at IS NOT NULL;
CREATE UNIQUE INDEX authenticators_begun ON authenticators (user_id) WHERE confirmed_at IS NULL;

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL DEFAULT '{}',
  synced boolean NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- What somebody was asked to answer: good once, for a few minutes, and for the person or the session it was made for.
CREATE TABLE identity_challenges (
  challenge_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('second-step', 'passkey-sign-in', 'proof', 'registration')),
  user_id uuid REFERENCES users ON DELETE CASCADE,
  session_id uuid REFERENCES sessions ON DELETE CASCADE,
  remember boolean NOT NULL DEFAULT false,
  expires_at timestamptz NOT NULL,
  CHECK (purpose <> 'second-step' OR user_id IS NOT NULL),
  CHECK (purpose NOT IN ('proof', 'registration') OR session_id IS NOT NULL)
);
CREATE INDEX identity_challenges_user ON identity_challenges (user_id);
CREATE INDEX identity_challenges_session ON identity_challenges (session_id);
CREATE INDEX identity_challenges_expiry ON identity_challenges (expires_at);

-- How the person of a session signed in, and when they last proved who they are.
ALTER TABLE sessions
  ADD COLUMN factor text NOT NULL DEFAULT 'password' CHECK (factor IN ('password', 'code', 'recovery-code', 'passkey')),
  ADD COLUMN proved_at timestamptz;
