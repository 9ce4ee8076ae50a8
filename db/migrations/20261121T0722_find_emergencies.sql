-- Emergencies are few among many: their tab is counted without reading the others.
CREATE INDEX purchase_requests_emergency ON purchase_requests (created_at DESC, id DESC) WHERE purchase_path = 'emergency';
