-- A request is one's own when one raised it, too: for oneself or for a colleague (model of purchasing, 0.5).
CREATE INDEX purchase_requests_created_by ON purchase_requests (created_by, created_at DESC, id DESC);
