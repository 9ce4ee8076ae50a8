ALTER TABLE team_members ADD COLUMN role_in_team text;
