-- Who holds such a role signs in with a second factor. Versions of a role keep it beside the rights.
ALTER TABLE roles ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false;
ALTER TABLE role_versions ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false;
