-- The main department of a person is one of the person's departments, and the lead of a team is one of its members:
-- whoever asks for members need not ask for these beside. Checked when the transaction ends, since either row may come first.
INSERT INTO user_departments (user_id, department_id) SELECT id, main_department_id FROM users WHERE main_department_id IS NOT NULL ON CONFLICT DO NOTHING;
INSERT INTO team_members (team_id, user_id) SELECT id, lead_id FROM teams ON CONFLICT DO NOTHING;
ALTER TABLE users ADD CONSTRAINT users_main_department_is_theirs
  FOREIGN KEY (id, main_department_id) REFERENCES user_departments (user_id, department_id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE teams ADD CONSTRAINT teams_lead_is_a_member
  FOREIGN KEY (id, lead_id) REFERENCES team_members (team_id, user_id) DEFERRABLE INITIALLY DEFERRED;
