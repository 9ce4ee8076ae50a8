-- The highest number first, drafts without one last: the unique index runs the other way.
CREATE INDEX purchase_requests_number_downwards ON purchase_requests (number DESC NULLS LAST, id DESC);
