-- Who administers or audits a garden that stands already sees settings, holidays and number continuity from the start.
WITH given (code, subject, action) AS (VALUES
  ('ADMINISTRATOR', 'Setting', 'read'), ('ADMINISTRATOR', 'Setting', 'update'),
  ('ADMINISTRATOR', 'Holiday', 'read'), ('ADMINISTRATOR', 'Holiday', 'create'), ('ADMINISTRATOR', 'Holiday', 'update'),
  ('ADMINISTRATOR', 'NumberSeries', 'read'), ('ADMINISTRATOR', 'NumberSeries', 'export'),
  ('AUDITOR', 'Setting', 'read'), ('AUDITOR', 'Holiday', 'read'), ('AUDITOR', 'NumberSeries', 'read'), ('AUDITOR', 'NumberSeries', 'export'))
INSERT INTO role_permissions (role_id, subject, action)
SELECT roles.id, given.subject, given.action FROM roles JOIN given ON given.code = roles.code
ON CONFLICT DO NOTHING;
INSERT INTO role_versions (role_id, number, permissions, reason)
SELECT r.id, (SELECT coalesce(max(v.number), 0) + 1 FROM role_versions v WHERE v.role_id = r.id),
  (SELECT jsonb_agg(jsonb_build_object('subject', p.subject, 'action', p.action, 'condition', p.condition)) FROM role_permissions p WHERE p.role_id = r.id),
  'Added by an update: settings, public holidays, number continuity'
FROM roles r WHERE r.code IN ('ADMINISTRATOR', 'AUDITOR');
