-- Links to prints are made by a right of their own. Whoever could change a document could make them: they still can, as far
-- as they could change it. Whoever could only read it cannot any more.
WITH given (subject, held, action) AS (VALUES
  ('PurchaseRequest', 'update', 'publish'), ('PurchaseRequest', 'my-request-update', 'my-request-publish')),
added AS (
  INSERT INTO role_permissions (role_id, subject, action, condition)
  SELECT p.role_id, p.subject, given.action, p.condition
  FROM role_permissions p JOIN given ON given.subject = p.subject AND given.held = p.action
  ON CONFLICT DO NOTHING RETURNING role_id, subject, action, condition)
INSERT INTO role_versions (role_id, number, permissions, requires_second_factor, reason)
SELECT r.id, (SELECT coalesce(max(v.number), 0) + 1 FROM role_versions v WHERE v.role_id = r.id),
  (SELECT jsonb_agg(jsonb_build_object('subject', p.subject, 'action', p.action, 'condition', p.condition)) FROM (
    SELECT subject, action, condition FROM role_permissions WHERE role_id = r.id
    UNION SELECT subject, action, condition FROM added WHERE role_id = r.id) p),
  r.requires_second_factor, 'Added by an update: making links to prints'
FROM roles r WHERE r.id IN (SELECT role_id FROM added);
