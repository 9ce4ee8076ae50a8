-- The role of the app may add to these and change them, but delete nothing of them (grants.server.ts reads the comments).
COMMENT ON TABLE number_series IS 'never-deleted: the next number of each series, which only counts up';
COMMENT ON TABLE issued_numbers IS 'never-deleted: every number that was issued; only its voiding is added later';
COMMENT ON TABLE approval_instances IS 'never-deleted: every approval of a document';
COMMENT ON TABLE approval_tasks IS 'never-deleted: who was asked for a decision, and what was decided';

CREATE FUNCTION refuse_counting_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a number series only counts up' USING ERRCODE = '23514', TABLE = 'number_series';
END $$;
CREATE TRIGGER number_series_count_up BEFORE UPDATE ON number_series FOR EACH ROW
  WHEN (NEW.next_value < OLD.next_value) EXECUTE FUNCTION refuse_counting_back();

CREATE FUNCTION refuse_other_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an issued number is only voided' USING ERRCODE = '23514', TABLE = 'issued_numbers';
END $$;
CREATE TRIGGER issued_numbers_stay BEFORE UPDATE ON issued_numbers FOR EACH ROW
  WHEN ((NEW.series_id, NEW.value, NEW.number, NEW.doc_type, NEW.doc_id, NEW.issued_at)
    IS DISTINCT FROM (OLD.series_id, OLD.value, OLD.number, OLD.doc_type, OLD.doc_id, OLD.issued_at)
    OR OLD.voided_at IS NOT NULL)
  EXECUTE FUNCTION refuse_other_number();
