-- Who has left has left on a day, from which the address is counted free; nobody else has one.
UPDATE users SET deactivated_at = CASE WHEN status = 'deactivated' THEN coalesce(deactivated_at, updated_at) END
  WHERE (status = 'deactivated') <> (deactivated_at IS NOT NULL);
ALTER TABLE users ADD CONSTRAINT users_left_on_a_day CHECK ((status = 'deactivated') = (deactivated_at IS NOT NULL));
