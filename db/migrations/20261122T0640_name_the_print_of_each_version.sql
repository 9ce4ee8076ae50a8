-- A document may have several prints: each stored version says of which it is. So far there was the purchase request form alone.
ALTER TABLE print_versions ADD COLUMN name text NOT NULL DEFAULT 'prf';
ALTER TABLE print_versions ALTER COLUMN name DROP DEFAULT;
DROP INDEX print_versions_one_each;
CREATE UNIQUE INDEX print_versions_one_each ON print_versions (doc_type, name, doc_id, revision, status);
