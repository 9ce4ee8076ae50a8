-- A person begins each list with one view at most: that holds only while a place names the list of its own view.
UPDATE view_places p SET list = v.list FROM saved_views v WHERE v.id = p.view_id AND v.list <> p.list;
ALTER TABLE saved_views ADD CONSTRAINT saved_views_list_key UNIQUE (id, list);
ALTER TABLE view_places
  DROP CONSTRAINT view_places_view_id_fkey,
  ADD CONSTRAINT view_places_view_fkey FOREIGN KEY (view_id, list) REFERENCES saved_views (id, list) ON DELETE CASCADE;
DROP INDEX view_places_view;
CREATE INDEX view_places_view ON view_places (view_id, list);
