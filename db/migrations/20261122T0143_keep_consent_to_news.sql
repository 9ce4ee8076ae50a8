-- Who agreed to news by mail, when and how; and who said no. The newest row of an address counts.
CREATE TABLE news_consents (
  id uuid PRIMARY KEY,
  address text NOT NULL CHECK (address = lower(address)),
  agreed boolean NOT NULL,
  how text NOT NULL CHECK (how IN ('account-setting', 'unsubscribe-page', 'mail-program')),
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE news_consents IS 'append-only: who agreed to news by mail, and who no longer does';
CREATE INDEX news_consents_address ON news_consents (address, at DESC);
CREATE TRIGGER news_consents_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON news_consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
