-- Who may not decide an approval because of what they did with the document before: a list of {userId, pair, did}.
alter table approval_instances add column apart jsonb not null default '[]';

-- The monthly report reads nothing but what a relaxed pair of duties let through.
create index activity_log_relaxed on activity_log (occurred_at) where params ? 'relaxed';
