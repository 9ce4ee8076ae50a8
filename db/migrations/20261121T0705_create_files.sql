-- What people upload: the bytes lie in the store under storage_key, everything said of them lies here.
CREATE TABLE files (
  id uuid PRIMARY KEY,
  storage_key text NOT NULL,
  file_name text NOT NULL CHECK (file_name <> ''),
  content_type text NOT NULL,
  size_bytes bigint CHECK (size_bytes > 0),
  sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  uploaded_by uuid REFERENCES users,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'stored')),
  CONSTRAINT files_storage_key_key UNIQUE (storage_key),
  CONSTRAINT files_stored_is_complete CHECK (state = 'pending' OR (size_bytes IS NOT NULL AND sha256 IS NOT NULL))
);
COMMENT ON TABLE files IS 'uploaded files: pending since its address was signed, stored once its bytes are safe on disk';
COMMENT ON COLUMN files.storage_key IS 'uuid and safe name; the last part of its address';
COMMENT ON COLUMN files.file_name IS 'as the person named it';
COMMENT ON COLUMN files.content_type IS 'what the content was found to be, not what was claimed';
CREATE INDEX files_pending ON files (uploaded_at) WHERE state = 'pending';
CREATE INDEX files_uploaded_by ON files (uploaded_by);
