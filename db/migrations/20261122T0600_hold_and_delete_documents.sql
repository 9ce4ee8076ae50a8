-- A document can be held with a reason, and a draft without a number deleted: it stays thirty days, found by nobody.
ALTER TABLE purchase_requests
  ADD COLUMN on_hold boolean NOT NULL DEFAULT false,
  ADD COLUMN hold_reason text,
  ADD COLUMN held_by_id uuid REFERENCES users,
  ADD COLUMN held_at timestamptz,
  ADD COLUMN deleted_at timestamptz,
  ADD CONSTRAINT purchase_requests_held_with_reason CHECK (on_hold = (hold_reason IS NOT NULL) AND on_hold = (held_at IS NOT NULL)),
  ADD CONSTRAINT purchase_requests_only_drafts_are_deleted CHECK (deleted_at IS NULL OR (status = 'draft' AND number IS NULL));
ALTER TABLE user_requests
  ADD COLUMN on_hold boolean NOT NULL DEFAULT false,
  ADD COLUMN hold_reason text,
  ADD COLUMN held_by_id uuid REFERENCES users,
  ADD COLUMN held_at timestamptz,
  ADD COLUMN deleted_at timestamptz,
  ADD CONSTRAINT user_requests_held_with_reason CHECK (on_hold = (hold_reason IS NOT NULL) AND on_hold = (held_at IS NOT NULL)),
  ADD CONSTRAINT user_requests_only_drafts_are_deleted CHECK (deleted_at IS NULL OR (status = 'draft' AND number IS NULL));
CREATE INDEX purchase_requests_held_by ON purchase_requests (held_by_id) WHERE held_by_id IS NOT NULL;
CREATE INDEX user_requests_held_by ON user_requests (held_by_id) WHERE held_by_id IS NOT NULL;
CREATE INDEX purchase_requests_deleted ON purchase_requests (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX user_requests_deleted ON user_requests (deleted_at) WHERE deleted_at IS NOT NULL;
