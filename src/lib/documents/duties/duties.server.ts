import { sql, type RawBuilder } from 'kysely';
import { dutiesIn } from '#lib/approvals/apart.server.ts';
import type { Instance } from '#lib/approvals/instance.ts';
import type { Apart } from '#lib/approvals/policy/policy-choice.ts';
import type { Db } from '#lib/process/database/database.server.ts';
import { column, tableOf } from '#lib/records/columns.server.ts';
import { relaxedPairs } from '#lib/settings/duties.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import type { DutyPair, EarlierDuty, RelaxedDuty } from '#lib/values/duties.ts';
import type { ActDeclaration, AnyDocument } from '#lib/documents/document.ts';

/** What an act of a document is kept apart from, pair by pair. */
function dutiesOf(of: AnyDocument, act: string): { pair: DutyPair; did: string }[] {
  const { apartFrom = {} } = of.acts[act] as ActDeclaration;
  return (Object.entries(apartFrom) as [DutyPair, readonly string[]][]).flatMap(([pair, acts]) =>
    acts.map((did) => ({ pair, did })),
  );
}

/** Every pair of duties that a document keeps apart. */
export function pairsOf(of: AnyDocument): DutyPair[] {
  return [...new Set(Object.keys(of.acts).flatMap((act) => dutiesOf(of, act).map(({ pair }) => pair)))];
}

/**
 * SQL for `actsOf`: when the actor last did each of the acts that others are kept apart from (`did:submit`); null for
 * never.
 */
export function earlierDuties(of: AnyDocument, actor: Actor): RawBuilder<unknown>[] {
  const all = new Set(Object.keys(of.acts).flatMap((act) => dutiesOf(of, act).map(({ did }) => did)));
  const me = sql<string | null>`${actor.id || null}::uuid`;
  return [...all].map(
    (did) =>
      sql`(select to_char(max(d.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from (${doersOf(of, did)}) d where d.user_id = ${me}) as ${sql.ref(`did:${did}`)}`,
  );
}

/** What the actor did before and an act is kept apart from, out of the answer to `earlierDuties`. */
export function earlierIn(of: AnyDocument, act: string, answer: Record<string, unknown>): EarlierDuty[] {
  return dutiesOf(of, act).flatMap(({ pair, did }) => {
    const at = answer[`did:${did}`];
    return typeof at === 'string' ? [{ pair, did, at }] : [];
  });
}

/** Earlier duties that relaxed pairs let pass, as the entry of the act keeps them: each pair once. */
export function relaxedDuties(
  { id, fullName }: Pick<Actor, 'id' | 'fullName'>,
  act: string,
  earlier: readonly EarlierDuty[],
  relaxed: ReadonlyMap<DutyPair, string | null>,
): { relaxed?: RelaxedDuty[] } {
  const once = [...new Map(earlier.toReversed().map((one) => [one.pair, one])).values()].toReversed();
  if (once.length === 0) return {};
  return {
    relaxed: once.map((one) => ({ ...one, act, personId: id, name: fullName, reason: relaxed.get(one.pair) ?? null })),
  };
}

/**
 * For a decision that the engine has taken: 409 `separation-of-duties` for whoever did before what decisions are kept
 * apart from; answers what the entry of the decision must keep, with what the engine itself has let pass.
 */
export async function requireApart(
  tx: Db,
  actor: Actor,
  of: AnyDocument,
  act: string,
  { docId, startedAt, ...instance }: Instance,
): Promise<{ relaxed?: RelaxedDuty[] }> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join([sql`1`, ...earlierDuties(of, actor)])} from ${tableOf(of)} where ${column(of, 'id')} = ${docId}`.execute(
    tx,
  );
  const passed = dutiesIn(instance).filter(({ userId }) => userId === actor.id);
  const earlier = [...earlierIn(of, act, rows[0]!), ...passed.map(({ pair, did }) => ({ pair, did, at: startedAt }))];
  const relaxed = await relaxedPairs(
    earlier.map(({ pair }) => pair),
    tx,
  );
  const kept = earlier.find(({ pair }) => !relaxed.has(pair));
  if (kept) throw new Refusal('separation-of-duties', 409, { params: sentenceParams(actor, kept) });
  return relaxedDuties(actor, act, earlier, relaxed);
}

/** What the sentence of `separation-of-duties` says: who did what, and when. */
export const sentenceParams = ({ fullName }: Pick<Actor, 'fullName'>, { did, at }: EarlierDuty) => ({
  name: fullName,
  did: `documents.did.${did}`,
  at,
});

/** Everybody who may not decide on a document because of what they did with it: for the engine, when it is sent. */
export async function apartOf(tx: Db, of: AnyDocument, id: string): Promise<Apart[]> {
  const parts = dutiesOf(of, 'approve')
    .filter(({ did }) => did !== 'requester')
    .map(
      ({ pair, did }) =>
        sql`select distinct d.user_id, ${pair}::text as pair, ${did}::text as did from ${tableOf(of)} cross join lateral (${doersOf(of, did)}) d where ${column(of, 'id')} = ${id} and d.user_id is not null`,
    );
  if (parts.length === 0) return [];
  return (await sql<Apart>`${sql.join(parts, sql` union all `)}`.execute(tx)).rows;
}

/**
 * SQL of everybody who changed a document while it could be written, or the revision that is being prepared, and in
 * whose name: whoever saves last does not hide those before, nor does sending it back. What approvers change while they
 * decide does not count.
 */
function authorsOf({ name }: AnyDocument, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const event = (...codes: string[]) => sql`${codes.map((code) => `${name}.${code}`)}::text[]`;
  const entry = (of: string) => sql`from activity_log ${sql.ref(of)} where ${sql.ref(`${of}.entity_id`)} = ${id}
    and ${sql.ref(`${of}.outcome`)} = 'ok' and ${sql.ref(`${of}.event_code`)}`;
  return sql`select p.user_id, w.occurred_at as at from (
      select l.actor_id, l.on_behalf_of, l.occurred_at ${entry('l')} = any(${event('updated')}) and coalesce((
          select s.event_code ${entry('s')} = any(${event('submit', 'submit-again', 'return', 'withdraw')}) and s.seq < l.seq
          order by s.seq desc limit 1), '') <> all(${event('submit', 'submit-again')})
      union all select l.actor_id, l.on_behalf_of, l.occurred_at ${entry('l')} = any(${event('revision-changed')})
          and not exists (select ${entry('i')} = any(${event('revision-issued', 'revision-dropped', 'revision-rejected')}) and i.seq > l.seq)
      ) w cross join lateral (values (w.actor_id), (w.on_behalf_of)) p (user_id)`;
}

/**
 * SQL of `user_id, at` of everybody who did something with a document, in a statement that reads it: its columns, the
 * decisions of its approvals (in whose name, too), and for any other act the entries of its log.
 */
function doersOf(of: AnyDocument, did: string): RawBuilder<unknown> {
  const id = column(of, 'id');
  if (did === 'requester') return sql`select ${column(of, of.requester)} as user_id, ${column(of, 'createdAt')} as at`;
  if (did === 'creator') return sql`select ${column(of, 'createdBy')} as user_id, ${column(of, 'createdAt')} as at`;
  if (did === 'author') return authorsOf(of, id);
  if (did === 'approve')
    return sql`select p.user_id, t.decided_at as at from approval_tasks t cross join lateral (values (t.assignee_id), (t.on_behalf_of)) p (user_id)
      where t.doc_type = ${of.docType} and t.doc_id = ${id} and t.status = 'approved'`;
  const events = [did, ...(did === 'submit' ? ['submit-again'] : [])].map((event) => `${of.name}.${event}`);
  return sql`select p.user_id, l.occurred_at as at from activity_log l cross join lateral (values (l.actor_id), (l.on_behalf_of)) p (user_id)
    where l.entity_id = ${id} and l.event_code = any(${events}::text[]) and l.outcome = 'ok'`;
}
