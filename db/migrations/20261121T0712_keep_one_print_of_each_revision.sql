-- Whoever comes first keeps the paper of a revision; everybody after finds that one.
CREATE UNIQUE INDEX print_versions_one_each ON print_versions (doc_type, doc_id, revision, status);
