-- A first page that comes with the product has a key and no record: it can be chosen to begin with as well.
ALTER TABLE dashboard_choices
  ALTER COLUMN dashboard_id DROP NOT NULL,
  ADD COLUMN first_page text,
  ADD CONSTRAINT dashboard_choices_one CHECK ((dashboard_id IS NULL) <> (first_page IS NULL));
