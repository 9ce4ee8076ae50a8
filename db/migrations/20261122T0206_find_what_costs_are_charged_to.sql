CREATE INDEX expense_categories_search ON expense_categories USING gin (search gin_trgm_ops);
CREATE INDEX cost_centers_search ON cost_centers USING gin (search gin_trgm_ops);
