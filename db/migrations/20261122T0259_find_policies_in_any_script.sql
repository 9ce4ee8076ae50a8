-- Policies are found by the same form of words as every other record.
ALTER TABLE approval_policies ALTER COLUMN search SET EXPRESSION AS (search_text(name));
