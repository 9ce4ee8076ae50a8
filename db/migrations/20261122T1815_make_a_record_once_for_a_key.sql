-- What a person, or an app client, has made with an idempotency key: a second equal post answers the same record.
CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  app_client_id uuid REFERENCES app_clients ON DELETE CASCADE,
  resource text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  fingerprint text NOT NULL CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  made_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_once UNIQUE NULLS NOT DISTINCT (user_id, app_client_id, resource, key)
);
CREATE INDEX idempotency_keys_app_client ON idempotency_keys (app_client_id) WHERE app_client_id IS NOT NULL;
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
