-- Days on which nobody works: due dates of approvals count without them.
CREATE TABLE holidays (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'retired')),
  date date NOT NULL,
  name text NOT NULL,
  name_de text,
  name_fr text,
  name_pt text,
  subject_to_change boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (lower(name || ' ' || coalesce(name_de, '') || ' ' || coalesce(name_fr, '') || ' ' || coalesce(name_pt, '') || ' ' || extract(year FROM date)::integer::text)) STORED
);
CREATE UNIQUE INDEX holidays_date_key ON holidays (date) WHERE status = 'active';
CREATE INDEX holidays_date ON holidays (date, id);
CREATE INDEX holidays_search ON holidays USING gin (search gin_trgm_ops);
CREATE TRIGGER holidays_tell_change AFTER INSERT OR UPDATE OR DELETE ON holidays FOR EACH STATEMENT EXECUTE FUNCTION tell_change();

-- The public holidays of Singapore. One that falls on a Sunday is followed by its Monday. Of 2027 those that the almanac
-- or the moon decides may still be moved.
WITH named (key, en, de, fr, pt) AS (VALUES
  ('new-year', 'New Year’s Day', 'Neujahr', 'Jour de l’an', 'Dia de Ano Novo'),
  ('chinese-1', 'Chinese New Year', 'Chinesisches Neujahr', 'Nouvel An chinois', 'Ano Novo Chinês'),
  ('chinese-2', 'Chinese New Year, second day', 'Chinesisches Neujahr, zweiter Tag', 'Nouvel An chinois, deuxième jour', 'Ano Novo Chinês, segundo dia'),
  ('good-friday', 'Good Friday', 'Karfreitag', 'Vendredi saint', 'Sexta-Feira Santa'),
  ('puasa', 'Hari Raya Puasa', 'Hari Raya Puasa (Fest des Fastenbrechens)', 'Hari Raya Puasa (fête de la rupture du jeûne)', 'Hari Raya Puasa (festa do fim do jejum)'),
  ('labour', 'Labour Day', 'Tag der Arbeit', 'Fête du Travail', 'Dia do Trabalhador'),
  ('vesak', 'Vesak Day', 'Vesakfest', 'Fête du Vesak', 'Dia de Vesak'),
  ('haji', 'Hari Raya Haji', 'Hari Raya Haji (Opferfest)', 'Hari Raya Haji (fête du Sacrifice)', 'Hari Raya Haji (festa do sacrifício)'),
  ('national', 'National Day', 'Nationalfeiertag', 'Fête nationale', 'Dia Nacional'),
  ('deepavali', 'Deepavali', 'Deepavali (Lichterfest)', 'Deepavali (fête des lumières)', 'Deepavali (festival das luzes)'),
  ('christmas', 'Christmas Day', 'Weihnachten', 'Noël', 'Dia de Natal')
), days (key, day, may_move) AS (VALUES
  ('new-year', DATE '2024-01-01', false), ('chinese-1', DATE '2024-02-10', false), ('chinese-2', DATE '2024-02-11', false), ('good-friday', DATE '2024-03-29', false),
  ('puasa', DATE '2024-04-10', false), ('labour', DATE '2024-05-01', false), ('vesak', DATE '2024-05-22', false), ('haji', DATE '2024-06-17', false),
  ('national', DATE '2024-08-09', false), ('deepavali', DATE '2024-10-31', false), ('christmas', DATE '2024-12-25', false),
  ('new-year', DATE '2025-01-01', false), ('chinese-1', DATE '2025-01-29', false), ('chinese-2', DATE '2025-01-30', false), ('puasa', DATE '2025-03-31', false),
  ('good-friday', DATE '2025-04-18', false), ('labour', DATE '2025-05-01', false), ('vesak', DATE '2025-05-12', false), ('haji', DATE '2025-06-07', false),
  ('national', DATE '2025-08-09', false), ('deepavali', DATE '2025-10-20', false), ('christmas', DATE '2025-12-25', false),
  ('new-year', DATE '2026-01-01', false), ('chinese-1', DATE '2026-02-17', false), ('chinese-2', DATE '2026-02-18', false), ('puasa', DATE '2026-03-21', false),
  ('good-friday', DATE '2026-04-03', false), ('labour', DATE '2026-05-01', false), ('haji', DATE '2026-05-27', false), ('vesak', DATE '2026-05-31', false),
  ('national', DATE '2026-08-09', false), ('deepavali', DATE '2026-11-08', false), ('christmas', DATE '2026-12-25', false),
  ('new-year', DATE '2027-01-01', false), ('chinese-1', DATE '2027-02-06', false), ('chinese-2', DATE '2027-02-07', false), ('puasa', DATE '2027-03-10', true),
  ('good-friday', DATE '2027-03-26', false), ('labour', DATE '2027-05-01', false), ('haji', DATE '2027-05-17', true), ('vesak', DATE '2027-05-20', false),
  ('national', DATE '2027-08-09', false), ('deepavali', DATE '2027-10-28', true), ('christmas', DATE '2027-12-25', false)
), all_days AS (
  SELECT key, day, may_move, false AS in_lieu FROM days
  UNION ALL SELECT key, day + 1, may_move, true FROM days WHERE extract(isodow FROM day) = 7
)
INSERT INTO holidays (date, name, name_de, name_fr, name_pt, subject_to_change)
SELECT day,
  en || CASE WHEN in_lieu THEN ' (in lieu)' ELSE '' END, de || CASE WHEN in_lieu THEN ' (Ersatztag)' ELSE '' END,
  fr || CASE WHEN in_lieu THEN ' (jour de remplacement)' ELSE '' END, pt || CASE WHEN in_lieu THEN ' (dia de substituição)' ELSE '' END, may_move
FROM all_days JOIN named USING (key) ORDER BY day;
