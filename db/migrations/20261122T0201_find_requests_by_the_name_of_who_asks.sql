-- One column and one index for all that a request is found by: "this word here or in a name elsewhere" could use no index,
-- and read every request to find a rare word. The name alone: number and address of a person are not everybody's.
ALTER TABLE purchase_requests ALTER COLUMN search DROP EXPRESSION;

CREATE FUNCTION purchase_request_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_text(NEW.number, NEW.title, NEW.preferred_vendor, (SELECT full_name FROM users WHERE id = NEW.requester_id));
  RETURN NEW;
END $$;
CREATE TRIGGER purchase_requests_search BEFORE INSERT OR UPDATE OF number, title, preferred_vendor, requester_id, search ON purchase_requests
  FOR EACH ROW EXECUTE FUNCTION purchase_request_search();

CREATE FUNCTION purchase_requests_of_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE purchase_requests SET search = NULL WHERE requester_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_renamed AFTER UPDATE OF full_name ON users
  FOR EACH ROW WHEN (OLD.full_name <> NEW.full_name) EXECUTE FUNCTION purchase_requests_of_renamed();

UPDATE purchase_requests SET search = NULL;
