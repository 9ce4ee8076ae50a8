-- Series are read like every record, and a number that was voided says why.
ALTER TABLE number_series
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN status text NOT NULL DEFAULT 'active' CHECK (status IN ('active')),
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN created_by uuid REFERENCES users,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_by uuid REFERENCES users,
  ADD COLUMN search text GENERATED ALWAYS AS (lower(prefix)) STORED;
CREATE INDEX number_series_prefix ON number_series (prefix, id);
CREATE INDEX number_series_year ON number_series (year, id);
ALTER TABLE issued_numbers
  ADD COLUMN void_reason text,
  ADD CONSTRAINT issued_numbers_voided_with_a_reason CHECK ((voided_at IS NULL) = (void_reason IS NULL)),
  ADD CONSTRAINT issued_numbers_count_from_one CHECK (value > 0);
CREATE INDEX issued_numbers_voided ON issued_numbers (series_id, value) WHERE voided_at IS NOT NULL;
