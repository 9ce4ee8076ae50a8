-- One address waits for one account.
CREATE UNIQUE INDEX user_creation_requests_one_open ON user_creation_requests (email)
  WHERE kind = 'create' AND status IN ('submitted', 'pending-approval', 'approved', 'returned');
