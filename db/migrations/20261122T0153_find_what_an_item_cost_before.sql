-- What an item cost the last time is found by its name, and what is added up by its category.
CREATE INDEX purchase_request_lines_description ON purchase_request_lines (lower(description));
CREATE INDEX purchase_requests_sent_by_department ON purchase_requests (department_id, submitted_at DESC) WHERE submitted_at IS NOT NULL;
