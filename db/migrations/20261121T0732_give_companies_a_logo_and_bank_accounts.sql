-- Amounts are in Singapore dollars everywhere; the column says so to whoever reads an export.
ALTER TABLE business_entities
  ADD COLUMN base_currency text NOT NULL DEFAULT 'SGD' CHECK (base_currency = 'SGD'),
  ADD COLUMN logo text,
  ADD COLUMN logo_file_storage text;

CREATE TABLE bank_accounts (
  business_entity_id uuid NOT NULL REFERENCES business_entities ON DELETE CASCADE,
  position integer NOT NULL CHECK (position >= 0),
  bank text NOT NULL,
  account_name text NOT NULL,
  account_number text NOT NULL CHECK (account_number ~ '^\d[\d -]{3,32}\d$'),
  swift text CHECK (swift ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  pay_now_uen text,
  PRIMARY KEY (business_entity_id, position)
);
