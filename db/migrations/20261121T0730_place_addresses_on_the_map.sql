-- Where a place lies, and whose it is.
ALTER TABLE addresses
  ADD COLUMN latitude numeric(8,6) CHECK (latitude BETWEEN -90 AND 90),
  ADD COLUMN longitude numeric(9,6) CHECK (longitude BETWEEN -180 AND 180),
  ADD COLUMN department_id uuid REFERENCES departments,
  ADD CONSTRAINT addresses_both_degrees_or_none CHECK ((latitude IS NULL) = (longitude IS NULL));
CREATE INDEX addresses_department ON addresses (department_id);
