-- A view may be for a team or for everybody, and each person has an order of their own and a view to begin with.
ALTER TABLE saved_views
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN scope text NOT NULL DEFAULT 'own' CHECK (scope IN ('own', 'team', 'all')),
  ADD COLUMN team_id uuid REFERENCES teams ON DELETE RESTRICT,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_by uuid REFERENCES users,
  ADD CONSTRAINT saved_views_team_when_for_a_team CHECK ((scope = 'team') = (team_id IS NOT NULL)),
  DROP CONSTRAINT saved_views_name_key;
CREATE UNIQUE INDEX saved_views_own_name ON saved_views (owner_id, list, name) WHERE scope = 'own';
CREATE UNIQUE INDEX saved_views_team_name ON saved_views (team_id, list, name) WHERE scope = 'team';
CREATE UNIQUE INDEX saved_views_common_name ON saved_views (list, name) WHERE scope = 'all';
CREATE INDEX saved_views_owner ON saved_views (owner_id);

CREATE TABLE view_places (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  view_id uuid NOT NULL REFERENCES saved_views ON DELETE CASCADE,
  list text NOT NULL,
  place integer,
  is_default boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, view_id)
);
CREATE INDEX view_places_view ON view_places (view_id);
CREATE UNIQUE INDEX view_places_one_default ON view_places (user_id, list) WHERE is_default;
