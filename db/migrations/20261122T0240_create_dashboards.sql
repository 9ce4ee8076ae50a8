-- Dashboards: whose they are, for whom, what they show. Who begins with which is decided by roles and by each person.
CREATE TABLE dashboards (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'retired')),
  name text NOT NULL,
  description text,
  owner_id uuid NOT NULL REFERENCES users,
  scope text NOT NULL DEFAULT 'personal' CHECK (scope IN ('personal', 'team', 'role', 'everyone')),
  is_general boolean NOT NULL DEFAULT false,
  period text NOT NULL DEFAULT 'this-year' CHECK (period IN ('today', 'this-week', 'this-month', 'this-quarter', 'this-year', 'last-12-months', 'all')),
  business_entity_id uuid REFERENCES business_entities,
  department_id uuid REFERENCES departments,
  cost_center_id uuid REFERENCES cost_centers,
  refresh_seconds text NOT NULL DEFAULT '0' CHECK (refresh_seconds IN ('0', '60', '300')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (search_text(name, description)) STORED,
  CONSTRAINT dashboards_general_for_everyone CHECK (NOT is_general OR scope = 'everyone')
);
CREATE UNIQUE INDEX dashboards_is_general_key ON dashboards (is_general) WHERE is_general AND status = 'active';
CREATE UNIQUE INDEX dashboards_name_key ON dashboards (name) WHERE scope <> 'personal' AND status = 'active';
CREATE INDEX dashboards_owner ON dashboards (owner_id);
CREATE INDEX dashboards_business_entity ON dashboards (business_entity_id);
CREATE INDEX dashboards_department ON dashboards (department_id);
CREATE INDEX dashboards_cost_center ON dashboards (cost_center_id);
CREATE INDEX dashboards_search ON dashboards USING gin (search gin_trgm_ops);

CREATE TABLE dashboard_teams (
  dashboard_id uuid NOT NULL REFERENCES dashboards ON DELETE CASCADE,
  team_id uuid NOT NULL REFERENCES teams,
  PRIMARY KEY (dashboard_id, team_id)
);
CREATE INDEX dashboard_teams_team ON dashboard_teams (team_id);

CREATE TABLE dashboard_roles (
  dashboard_id uuid NOT NULL REFERENCES dashboards ON DELETE CASCADE,
  role_id uuid NOT NULL REFERENCES roles,
  PRIMARY KEY (dashboard_id, role_id)
);
CREATE INDEX dashboard_roles_role ON dashboard_roles (role_id);

-- Who holds the role begins with the dashboard; a role begins with one.
CREATE TABLE dashboard_defaults (
  role_id uuid PRIMARY KEY REFERENCES roles,
  dashboard_id uuid NOT NULL REFERENCES dashboards ON DELETE CASCADE
);
CREATE INDEX dashboard_defaults_dashboard ON dashboard_defaults (dashboard_id);

-- What a person has chosen to begin with.
CREATE TABLE dashboard_choices (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  dashboard_id uuid NOT NULL REFERENCES dashboards ON DELETE CASCADE
);
CREATE INDEX dashboard_choices_dashboard ON dashboard_choices (dashboard_id);

CREATE TABLE dashboard_widgets (
  id uuid PRIMARY KEY,
  dashboard_id uuid NOT NULL REFERENCES dashboards ON DELETE CASCADE,
  position integer NOT NULL CHECK (position >= 0),
  type text NOT NULL,
  title text,
  size jsonb NOT NULL,
  settings jsonb NOT NULL,
  CONSTRAINT dashboard_widgets_position_key UNIQUE (dashboard_id, position) DEFERRABLE INITIALLY DEFERRED
);
