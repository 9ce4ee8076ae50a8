-- A revision of a document in force: what it would become, decided by its difference. The document stays as it is until
-- the revision is issued; one is open at a time.
create table document_revisions (
  id uuid primary key,
  doc_type text not null,
  doc_id uuid not null,
  revision integer not null check (revision > 1),
  reason text not null,
  -- What stood and what it would become, as approvers compare them.
  before jsonb not null,
  proposed jsonb not null,
  -- What was entered, to be applied when it is issued.
  after jsonb not null,
  delta_net_cents bigint not null default 0,
  amount_cents bigint,
  status text not null check (status in ('draft', 'pending-approval', 'issued', 'dropped')),
  created_at timestamptz not null default now(),
  created_by uuid references users,
  ended_at timestamptz,
  ended_by uuid references users,
  check ((status in ('issued', 'dropped')) = (ended_at is not null))
);
create unique index document_revisions_one_open on document_revisions (doc_type, doc_id) where status in ('draft', 'pending-approval');
create index document_revisions_document on document_revisions (doc_type, doc_id, created_at desc);
create index document_revisions_created_by on document_revisions (created_by);
create index document_revisions_ended_by on document_revisions (ended_by);
