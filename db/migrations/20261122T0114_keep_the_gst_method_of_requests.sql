-- How the tax of a request was rounded stays with it when the setting changes.
ALTER TABLE purchase_requests
  ADD COLUMN gst_method text NOT NULL DEFAULT 'on-total' CONSTRAINT purchase_requests_gst_method_known CHECK (gst_method IN ('per-line', 'on-total'));
ALTER TABLE purchase_requests ALTER COLUMN gst_method DROP DEFAULT;
