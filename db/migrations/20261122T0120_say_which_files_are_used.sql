-- A file that was sent is nobody's until a record uses it; what no record holds is swept.
ALTER TABLE files
  ADD COLUMN claimed_at timestamptz,
  ADD COLUMN unheld_since timestamptz,
  ADD COLUMN width integer CHECK (width > 0),
  ADD COLUMN height integer CHECK (height > 0),
  ADD CONSTRAINT files_claimed_is_stored CHECK (claimed_at IS NULL OR state = 'stored'),
  ADD CONSTRAINT files_both_sides CHECK ((width IS NULL) = (height IS NULL));
COMMENT ON COLUMN files.claimed_at IS 'when a record first used it; until then it waits a day and is removed';
COMMENT ON COLUMN files.unheld_since IS 'when the sweep first saw that no record holds it any more';
COMMENT ON COLUMN files.width IS 'of a picture, in pixels as it is seen; known once place, time and device were taken out of it';
CREATE INDEX files_unclaimed ON files (uploaded_by) WHERE claimed_at IS NULL;
-- The sweep goes through the store lot by lot.
CREATE INDEX files_lot ON files (substr(storage_key, 35, 1));

-- What points to a file is a reference: it can be found out of the catalogue who holds a file, and nothing held can go.
UPDATE users SET image = NULL, image_file_storage = NULL WHERE image_file_storage NOT IN (SELECT storage_key FROM files);
UPDATE users SET signature = NULL, signature_file_storage = NULL WHERE signature_file_storage NOT IN (SELECT storage_key FROM files);
UPDATE business_entities SET logo = NULL, logo_file_storage = NULL WHERE logo_file_storage NOT IN (SELECT storage_key FROM files);
ALTER TABLE users
  ADD CONSTRAINT users_image_file_storage_fkey FOREIGN KEY (image_file_storage) REFERENCES files (storage_key),
  ADD CONSTRAINT users_signature_file_storage_fkey FOREIGN KEY (signature_file_storage) REFERENCES files (storage_key);
ALTER TABLE business_entities
  ADD CONSTRAINT business_entities_logo_file_storage_fkey FOREIGN KEY (logo_file_storage) REFERENCES files (storage_key);
CREATE INDEX users_image_file_storage ON users (image_file_storage);
CREATE INDEX users_signature_file_storage ON users (signature_file_storage);
CREATE INDEX business_entities_logo_file_storage ON business_entities (logo_file_storage);

UPDATE files SET claimed_at = uploaded_at
WHERE state = 'stored' AND (
  EXISTS (SELECT 1 FROM attachments a WHERE a.file_id = files.id)
  OR EXISTS (SELECT 1 FROM users u WHERE files.storage_key IN (u.image_file_storage, u.signature_file_storage))
  OR EXISTS (SELECT 1 FROM business_entities e WHERE e.logo_file_storage = files.storage_key)
);
