import pg from 'pg';

/**
 * Every change has its entry in the activity log, in the transaction that makes it (model of the log; invariant 12).
 * The witness holds all tests to that: at the commit of each transaction it looks at every row that was written, and
 * refuses what nobody was told of. A record, which is a row with a version, must be named by an entry; a row that
 * belongs to one (a line, a membership) needs an entry beside it.
 */

/** Tables whose rows are no matter of the business, with what they are instead: nobody needs to be told of them. */
const UNTOLD: Record<string, string> = {
  activity_log: 'the log itself',
  activity_roots: 'the log itself',
  activity_proofs: 'the log itself',
  activity_forgotten: 'the log itself',
  schema_migrations: 'written by the owner of the tables',
  drafts: 'what somebody is typing',
  imports: 'a table that is looked at before it is taken',
  files: 'bytes on their way; who uses them tells',
  mail_outbox: 'tells of something that has its entry',
  mail_bodies: 'tells of something that has its entry',
  chat_outbox: 'tells of something that has its entry',
  notifications: 'tell of something that has its entry',
  notification_digests: 'tell of something that has its entry',
  notification_preferences: 'how one person wants to hear',
  saved_views: 'how people look at a list',
  view_places: 'how people look at a list',
  recent_records: 'what somebody opened last',
  mail_threads: 'letters between people, private to them',
  mail_messages: 'letters between people, private to them',
  mail_recipients: 'letters between people, private to them',
  mail_attachments: 'letters between people, private to them',
  mail_boxes: 'letters between people, private to them',
  app_client_tokens: 'what they open has its entry',
  app_client_calls: 'counters',
  app_client_days: 'counters',
  approval_reminders: 'tell of something that has its entry',
  watchers: 'who wants to hear',
  sessions: 'signing in has its entry, being there has none',
  refresh_tokens: 'renewed all the time',
  identity_challenges: 'asked and answered within minutes',
  public_tokens: 'what they open has its entry',
  rate_limits: 'counters',
  job_runs: 'a record of their own',
  known_rights: 'what the program knows',
};

const RULES = `
create schema witness;
create table witness.told (transaction xid8 not null, entity_id uuid);
create index told_transaction on witness.told (transaction);

create function witness.hear() returns trigger language plpgsql security definer as $$
begin
  insert into witness.told values (pg_current_xact_id(), new.entity_id);
  return null;
end $$;

create function witness.look() returns trigger language plpgsql security definer as $$
declare
  written jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  -- A version that stays tells that the record is the same for everybody: when somebody signed in last.
  named boolean := tg_argv[0] = 'named' and (tg_op <> 'UPDATE' or to_jsonb(old) -> 'version' <> written -> 'version');
begin
  -- When something was last used is no change of it.
  if tg_op = 'UPDATE' and to_jsonb(old) - 'last_used_at' = written - 'last_used_at' then return null; end if;
  if exists (
    select from witness.told
    where transaction = pg_current_xact_id() and (not named or entity_id = (written ->> 'id')::uuid)
  ) then return null; end if;
  raise exception 'No entry of the log tells of this % in %: %', lower(tg_op), tg_table_name, written;
end $$;

create trigger witness_hears after insert on activity_log for each row execute function witness.hear();
`;

/** A series of numbers has a version, but counts with its documents: their entries are enough. */
const TABLES = `
select relname as name, relname <> 'number_series' and exists (
  select from pg_attribute where attrelid = pg_class.oid and attname = 'version' and not attisdropped
) as record
from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;

/** Puts the witness into a migrated database; it looks at all that is written from then on. */
export async function callWitness(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(RULES);
    const { rows } = await owner.query<{ name: string; record: boolean }>(TABLES);
    for (const { name, record } of rows.filter((table) => !(table.name in UNTOLD))) {
      await owner.query(`create constraint trigger witness_looks after insert or update or delete on ${pg.escapeIdentifier(name)}
        deferrable initially deferred for each row execute function witness.look('${record ? 'named' : 'beside'}')`);
    }
  } finally {
    await owner.end();
  }
}
