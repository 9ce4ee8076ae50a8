-- The filters of the activity log: by event, by number of the record, by changed field, by address.
CREATE INDEX activity_log_event ON activity_log (event_code, seq DESC);
CREATE INDEX activity_log_number ON activity_log (lower(entity_number) text_pattern_ops);
CREATE INDEX activity_log_fields ON activity_log USING gin (changed_fields);
CREATE INDEX activity_log_ip ON activity_log (ip, seq DESC);
