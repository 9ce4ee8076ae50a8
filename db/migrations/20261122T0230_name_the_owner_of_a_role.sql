-- Whoever answers for a role is asked when another department wants it for somebody.
ALTER TABLE roles ADD COLUMN owner_id uuid REFERENCES users;
CREATE INDEX roles_owner ON roles (owner_id);
