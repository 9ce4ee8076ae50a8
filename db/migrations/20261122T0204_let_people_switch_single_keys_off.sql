-- Keys without Ctrl or Alt are in the way of those who speak to their machine (WCAG 2.1.4).
ALTER TABLE users ADD COLUMN single_keys boolean NOT NULL DEFAULT true;
