-- Rights that this garden has met: what an update brings is told from what somebody has taken away.
CREATE TABLE known_rights (
  subject text NOT NULL,
  action text NOT NULL,
  PRIMARY KEY (subject, action)
);
INSERT INTO known_rights (subject, action)
SELECT p.subject, p.action FROM role_permissions p JOIN roles r ON r.id = p.role_id WHERE r.code = 'ADMINISTRATOR';
