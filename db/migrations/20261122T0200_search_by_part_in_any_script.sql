-- One form for what is searched and for what is typed: small letters without accents, every word begun after a space; a
-- letter that is not Latin becomes a word of its own, written with its number, so that one Chinese character is found
-- through the same trigram index, whatever the server's locale knows of letters. Each sign by itself, so that a part of a
-- text is a part of its form.
CREATE FUNCTION search_form(value text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  form text := lower(value);
  sign text;
BEGIN
  IF form ~ '[^ -~]' THEN
    form := regexp_replace(normalize(form, NFKD), '[\u00ad\u0300-\u036f\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]', '', 'g');
    form := regexp_replace(translate(form, 'øłđı', 'oldi'), '[\u0001-\u001f\u007f-\u00bf\u2010-\u2bff\u3000-\u3004\u3008-\u303f]', ' ', 'g');
    form := replace(replace(replace(form, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
    LOOP
      sign := substring(form FROM '[^ -~]');
      EXIT WHEN sign IS NULL;
      form := replace(form, sign, ' u' || to_hex(ascii(sign)) || ' ');
    END LOOP;
  END IF;
  RETURN regexp_replace(form, '([!-/:-@[-`{-~])', '\1 ', 'g');
END $$;

-- What a record is found by.
CREATE FUNCTION search_text(VARIADIC parts text[]) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN ' ' || search_form(array_to_string(parts, ' '));
END $$;

-- The digits of a telephone number, however it is spaced.
CREATE FUNCTION search_digits(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(value, '[^0-9]', '', 'g')
$$;

-- The pattern for `search LIKE`: one or two letters are the beginning of a word, or no index could find them.
CREATE FUNCTION search_pattern(word text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  form text := search_form(word);
BEGIN
  RETURN '%' || CASE WHEN form ~ '^[a-z0-9]{1,2}($|[^a-z0-9])' THEN ' ' ELSE '' END || regexp_replace(form, '([\\%_])', '\\\1', 'g') || '%';
END $$;

ALTER TABLE users ALTER COLUMN search SET EXPRESSION AS
  (search_text(full_name, display_name, username, email, employee_no, job_title, search_digits(contact_number)));
ALTER TABLE business_entities ALTER COLUMN search SET EXPRESSION AS
  (search_text(legal_name, name_chinese, short_code, uen, search_digits(phone)));
ALTER TABLE addresses ALTER COLUMN search SET EXPRESSION AS
  (search_text(label, block, street, unit_no, building, postal_code, contact_name, search_digits(contact_number)));
ALTER TABLE departments ALTER COLUMN search SET EXPRESSION AS (search_text(code, name));
ALTER TABLE teams ALTER COLUMN search SET EXPRESSION AS (search_text(name, purpose));
ALTER TABLE roles ALTER COLUMN search SET EXPRESSION AS (search_text(code, name, description));
ALTER TABLE expense_categories ALTER COLUMN search SET EXPRESSION AS (search_text(code, name));
ALTER TABLE cost_centers ALTER COLUMN search SET EXPRESSION AS (search_text(code, name));
ALTER TABLE holidays ALTER COLUMN search SET EXPRESSION AS (search_text(name, name_de, name_fr, name_pt, extract(year FROM date)::integer::text));
ALTER TABLE number_series ALTER COLUMN search SET EXPRESSION AS (search_text(prefix));
CREATE INDEX number_series_search ON number_series USING gin (search gin_trgm_ops);
ALTER TABLE mail_outbox ALTER COLUMN search SET EXPRESSION AS (search_text(to_address, subject));
