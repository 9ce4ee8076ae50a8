-- Failed sign-ins are counted with all other limits, whether the name exists or not; these columns were never read.
ALTER TABLE user_credentials DROP COLUMN failed_count, DROP COLUMN first_failed_at, DROP COLUMN locked_until;
