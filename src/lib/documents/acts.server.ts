import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import { reach } from '#lib/access/scope.server.ts';
import { column, notDeleted, tableOf } from '#lib/records/columns.server.ts';
import { labels } from '#lib/records/entity.ts';
import type { Rights } from '#lib/records/store-reading.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import { relaxedPairs } from '#lib/settings/duties.server.ts';
import type { DutyPair, EarlierDuty, RelaxedDuty } from '#lib/values/duties.ts';
import { openRevisionStatus } from './revisions/revisions.server.ts';
import { isRequester } from './asked.server.ts';
import { earlierDuties, earlierIn, pairsOf, relaxedDuties, sentenceParams } from './duties/duties.server.ts';
import type { ActDeclaration, AnyDocument, ActGrant } from './document.ts';

/** An act on a document as its buttons show it: allowed, or why not (a key of locales `refusals`). */
export interface AllowedAct {
  act: string;
  allowed: boolean;
  reason: string | null;
  /** Values for the sentence of the reason; with `separation-of-duties` who did what before. */
  params?: Record<string, unknown>;
}

/** An act as it was judged, with what the actor did before that relaxed duties let pass. */
interface Judged extends AllowedAct {
  earlier: EarlierDuty[];
}

type Relaxed = ReadonlyMap<DutyPair, string | null>;

/** Acts that a document on hold still lets through: the end of the hold, and what leaves it as it is. */
const WHILE_HELD: readonly string[] = ['release', 'copy'];

/**
 * What the database answers of one document: its state, the actor's task on its running approval, and each grant
 * ('submit:0').
 */
interface Answer extends Record<string, unknown> {
  id: string;
  status: string;
  number: string | null;
  onHold: boolean;
  /** The document that this one reverses. */
  reversesId: string | null;
  /** The state of the revision that is open. */
  revision: 'draft' | 'pending-approval' | null;
  deleted: boolean;
  task: string | null;
}

/**
 * What the actor may do to these documents now, in one statement. An act the person may never do is absent; one that
 * cannot be done now says why. The operations ask the same question again (`requireAct`).
 */
export async function actsOf(
  actor: Actor,
  of: AnyDocument,
  ids: readonly string[],
  reader: Db = db,
): Promise<Map<string, AllowedAct[]>> {
  const relaxed = await relaxedPairs(pairsOf(of), reader);
  const judgedActs = await judgedOf(actor, of, ids, relaxed, reader);
  return new Map([...judgedActs].map(([id, acts]) => [id, acts.map(({ earlier: _earlier, ...act }) => act)]));
}

async function judgedOf(
  actor: Actor,
  of: AnyDocument,
  ids: readonly string[],
  relaxed: Relaxed,
  reader: Db,
): Promise<Map<string, Judged[]>> {
  const known = ids.filter((id) => validate(id));
  if (known.length === 0) return new Map();
  const grants = Object.entries(of.acts).flatMap(([act, { may }]) =>
    may.map((grant, index) => sql`${granted(actor, of, grant, relaxed)} as ${sql.ref(`${act}:${index}`)}`),
  );
  const reverses = 'reversesId' in of.fields ? column(of, 'reversesId') : sql`null::uuid`;
  const { rows } = await sql<Answer>`
    select ${column(of, 'id')}, ${column(of, 'status')}, ${column(of, 'number')}, ${column(of, 'onHold')}, ${reverses} as reverses_id, ${openRevisionStatus(of)} as revision, not ${notDeleted(of)} as deleted, ${taskOf(actor, of, relaxed)} as task, ${sql.join([...grants, ...earlierDuties(of, actor)])}
    from ${tableOf(of)} where ${column(of, 'id')} = any(${known}::uuid[])`.execute(reader);
  return new Map(rows.map((answer) => [answer.id, judged(actor, of, answer, relaxed)]));
}

/** The acts of one document; none for one that is not there. */
export async function actsOn(actor: Actor, of: AnyDocument, id: string, reader: Db = db): Promise<AllowedAct[]> {
  return (await actsOf(actor, of, [id], reader)).get(id) ?? [];
}

/**
 * Refuses what the actor may not do to this document now: 403 `not-your-request` where nothing grants it, 409 with the
 * reason where its state or an earlier duty does not allow it. To be asked in the act's own transaction, with the
 * document locked. Answers what the entry of the act must keep in its params: the duties that the business has relaxed
 * for it.
 */
export async function requireAct(
  actor: Actor,
  of: AnyDocument,
  act: string,
  { id, status }: { id: string; status: string },
  reader: Db,
): Promise<{ relaxed?: RelaxedDuty[] }> {
  if (actor.type === 'system') return {};
  const relaxed = await relaxedPairs(pairsOf(of), reader);
  const judgedActs = (await judgedOf(actor, of, [id], relaxed, reader)).get(id);
  const answered = judgedActs?.find((one) => one.act === act);
  if (!answered) throw new Refusal('not-your-request', 403);
  if (!answered.allowed) throw new Refusal(answered.reason!, 409, { params: { status, ...answered.params } });
  return relaxedDuties(actor, act, answered.earlier, relaxed);
}

/** The rights of a document's store: those that its acts name, beside those that read, list and make it. */
export function rightsOf(
  of: AnyDocument,
  { list, show, create }: Pick<Rights<string>, 'list' | 'show'> & { create: readonly string[] },
): Rights<string> {
  const acts: Record<string, readonly string[]> = {};
  for (const { may, transition } of Object.values(of.acts))
    for (const name of [transition ?? []].flat()) acts[name] = rightsIn(may);
  return { list, show, create, update: rightsIn(of.acts['edit']?.may ?? []), acts };
}

/** Every right that any of these grants names. */
export function rightsIn(may: readonly ActGrant[]): readonly string[] {
  return [...new Set(may.flatMap(({ rights = [] }) => rights))];
}

/** The statuses in which the act can be done at all. */
function statusesOf(of: AnyDocument, act: string): readonly string[] {
  const { transition, from } = of.acts[act] as ActDeclaration;
  if (from) return from;
  if (act === 'edit') return Object.keys(of.editable ?? {});
  const names = [transition ?? []].flat();
  return names.length > 0 ? names.flatMap((name) => of.transitions[name].from as readonly string[]) : of.statuses;
}

function judged(actor: Actor, of: AnyDocument, answer: Answer, relaxed: Relaxed): Judged[] {
  return Object.entries(of.acts as Record<string, ActDeclaration>).flatMap(([act, declared]): Judged[] => {
    const given = declared.may.filter((_, index) => answer[`${act}:${index}`] === true);
    if (given.length === 0 || !isMeant(act, of, answer)) return [];
    const reason = reasonAgainst(act, of, declared, given, answer);
    const earlier = earlierIn(of, act, answer);
    const kept = reason === null && earlier.find(({ pair }) => !relaxed.has(pair));
    const status = { params: { status: labels.status(of, answer.status) } };
    if (!kept)
      return [{ act, allowed: reason === null, reason, ...(NAMES_STATUS.includes(reason) && status), earlier }];
    const params = sentenceParams(actor, kept);
    return [{ act, allowed: false, reason: 'separation-of-duties', params, earlier }];
  });
}

/** Whether the act has a meaning for a document in this state at all; what was deleted is restored or nothing. */
function isMeant(act: string, of: AnyDocument, state: Answer): boolean {
  const { status, revision, deleted } = state;
  if (deleted || act === 'restore') return deleted && act === 'restore';
  const needed = (of.acts[act] as ActDeclaration).revision;
  if (needed === 'none') return statusesOf(of, act).includes(status);
  if (needed) return needed === 'open' ? revision !== null : revision === needed;
  return MEANT[act]?.(of, state) ?? true;
}

/**
 * Acts that have a meaning in some states alone: nothing is released that is not held, and what reverses another stays.
 */
const MEANT: Record<string, (of: AnyDocument, state: Answer) => boolean> = {
  hold: (of, { status, onHold }) => !onHold && !of.final.includes(status) && status !== of.statuses[0],
  release: (_, { onHold }) => onHold,
  cancel: (_, { reversesId }) => reversesId === null,
  void: (_, { number, reversesId }) => number !== null && reversesId === null,
  reverse: (_, { number, reversesId }) => number !== null && reversesId === null,
  reopen: (of, { status }) => statusesOf(of, 'reopen').includes(status),
  delete: (of, { status, number }) => number === null && status === of.statuses[0],
};

function reasonAgainst(
  act: string,
  of: AnyDocument,
  declared: ActDeclaration,
  given: readonly ActGrant[],
  { status, onHold, task, revision }: Answer,
): string | null {
  if (onHold && !WHILE_HELD.includes(act)) return 'on-hold';
  if (given.every(({ who }) => who === 'asked') && task !== 'pending') return 'already-decided';
  if (declared.revision === 'none' && revision !== null) return 'revision-open';
  const decides = given.some(({ who }) => who === 'asked') && revision === 'pending-approval';
  const possible = decides || statusesOf(of, act).includes(status);
  if (possible && given.some(({ from }) => !from || from.includes(status))) return null;
  return declared.because?.[status] ?? (act === 'edit' ? reasonAgainstForm(possible) : 'state-changed');
}

/** A form that is opened has not been overtaken: its status is closed to all, or open to people with other rights. */
const reasonAgainstForm = (opensToOthers: boolean) => (opensToOthers ? 'locked-for-you-in-status' : 'locked-in-status');

/** Reasons whose sentence names the status. */
const NAMES_STATUS: readonly (string | null)[] = ['locked-in-status', 'locked-for-you-in-status'];

/** The documents that an actor may restore once they are deleted: for the store of the kind. */
export const restorableOf =
  (of: AnyDocument) =>
  (actor: Actor): RawBuilder<boolean> => {
    const grants = ((of.acts['restore']?.may ?? []) as readonly ActGrant[]).map((grant) =>
      granted(actor, of, grant, new Map()),
    );
    return grants.length > 0 ? sql<boolean>`(${sql.join(grants, sql` or `)})` : sql<boolean>`false`;
  };

function granted(
  actor: Actor,
  of: AnyDocument,
  { rights, who, reach: far }: ActGrant,
  relaxed: Relaxed,
): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [];
  if (rights) {
    const scopes = actor.ability.scopes(of.subject, rights);
    if (scopes.size === 0 || (far === 'entity' && !scopes.has('entity'))) return sql<boolean>`false`;
    if (far !== 'any') conditions.push(reach(actor, far ? new Set(['entity']) : scopes, of.scope ?? {}, of.table));
  }
  if (who === 'requester') conditions.push(isRequester(of, actor));
  if (who === 'asked') conditions.push(sql<boolean>`${taskOf(actor, of, relaxed)} is not null`);
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`;
}

/**
 * The state of the actor's newest task on the running approval; null for whoever is not asked by it, and for the
 * requester, unless that is relaxed.
 */
function taskOf(actor: Actor, of: AnyDocument, relaxed: Relaxed): RawBuilder<string | null> {
  const others = relaxed.has('requester-approver') ? sql<boolean>`true` : sql<boolean>`not ${isRequester(of, actor)}`;
  return sql<string | null>`(
    select t.status from approval_tasks t join approval_instances i on i.id = t.instance_id
    where i.doc_type = ${of.docType} and i.doc_id = ${column(of, 'id')} and i.status = 'running' and t.assignee_id = ${actor.id || null}
      and t.status not in ('reassigned', 'skipped') and ${others}
    order by t.opened_at desc limit 1)`;
}
