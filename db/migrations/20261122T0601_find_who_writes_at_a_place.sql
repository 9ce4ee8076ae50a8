-- Whoever opens a record's form is told who else is writing in it.
create index drafts_place on drafts (place, saved_at);
