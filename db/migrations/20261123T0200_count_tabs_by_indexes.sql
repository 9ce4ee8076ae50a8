-- Each list counts its tabs, to ten thousand: from an index alone, with the amount it adds up, and not from the rows.
DROP INDEX purchase_requests_status;
DROP INDEX purchase_requests_created_at;
DROP INDEX user_requests_status;
DROP INDEX user_requests_created_at;
CREATE INDEX purchase_requests_status ON purchase_requests (status, created_at DESC, id DESC) INCLUDE (estimated_gross_cents) WHERE deleted_at IS NULL;
CREATE INDEX purchase_requests_created_at ON purchase_requests (created_at DESC, id DESC) INCLUDE (estimated_gross_cents) WHERE deleted_at IS NULL;
CREATE INDEX user_requests_status ON user_requests (status, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX user_requests_created_at ON user_requests (created_at DESC, id DESC) WHERE deleted_at IS NULL;
-- Those on hold are few: without an index, all documents would be read for them.
CREATE INDEX purchase_requests_on_hold ON purchase_requests (created_at DESC, id DESC) WHERE on_hold;
CREATE INDEX user_requests_on_hold ON user_requests (created_at DESC, id DESC) WHERE on_hold;
