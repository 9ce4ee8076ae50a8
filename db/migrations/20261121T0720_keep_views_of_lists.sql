-- A list in a state somebody wants again: its address under a name of their own.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The list's path without its tab.
  list text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  address text NOT NULL CHECK (address ~ '^/[^/\\]' AND length(address) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT saved_views_name_key UNIQUE (owner_id, list, name)
);
