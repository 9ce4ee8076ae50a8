-- Every process keeps the telephone number of the business in memory, for the pages outside the back office.
CREATE TRIGGER business_entities_tell_change AFTER INSERT OR UPDATE OR DELETE ON business_entities FOR EACH STATEMENT EXECUTE FUNCTION tell_change();
