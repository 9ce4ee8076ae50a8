-- A spreadsheet between its preview and its import, and afterwards what came of it, so that it can be taken back.
CREATE TABLE imports (
  id uuid PRIMARY KEY,
  entity text NOT NULL,
  file_name text NOT NULL,
  header text[] NOT NULL,
  -- Rows as lists of cells, emptied when they have become records.
  rows jsonb NOT NULL,
  row_numbers integer[] NOT NULL,
  -- For each column the field it fills, or null.
  mapping jsonb NOT NULL,
  state text NOT NULL DEFAULT 'previewed' CHECK (state IN ('previewed', 'done', 'undone')),
  record_ids uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users,
  done_at timestamptz
);
CREATE INDEX imports_created_by ON imports (created_by, created_at DESC);
