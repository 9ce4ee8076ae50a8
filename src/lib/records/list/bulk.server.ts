import { validate } from 'uuid';
import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import { BULK_MOST_RECORDS, REASON_MAX } from '#lib/values/constants.ts';
import type { AnyEntity, BaseRow } from '#lib/records/entity.ts';
import { ownEntry } from '#lib/values/entries.ts';
import { readListQuery, unknownInQuery, type ListQuery } from './list-query.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalid, invalidField } from '#lib/values/refusal.ts';
import { titleText } from '#lib/records/shown.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';

/** Does the act to one record; `input` is what the person says with it. */
export type BulkRun = (actor: Actor, seen: ShownVersion, input?: Record<string, unknown>) => Promise<unknown>;

/** What became of an act on several records: each is asked for itself, so some may be done and others refused. */
export interface BulkResult {
  act: string;
  done: string[];
  refused: { id: string; code: string; params: Record<string, unknown> | undefined }[];
}

/** The same with the rows ('id:version') as they are now, for an act that takes it back. */
export interface BulkOutcome extends BulkResult {
  rows: string[];
}

/** What a person has chosen in a list: rows ('id:version'), or all that matched when the page was shown. */
export interface Chosen {
  rows: string[];
  /** When the page was shown; null where single rows were chosen. */
  allSeenAt: string | null;
}

/** A record as an act on several of them reads it. */
export type BulkRow = BaseRow & { status: string } & Record<string, unknown>;

/** What an act on several records reads from: a list that gives all its rows. */
export interface BulkSource {
  of: AnyEntity;
  all(actor: Actor, query: ListQuery, ceiling: number, actions?: readonly string[]): Promise<BulkRow[]>;
}

/** Maximum number of refused records named in one response. */
export const MOST_NAMED = 20;

/**
 * The selection in a list's form or address. "All" applies only while every row of the page (`shown`) is ticked too.
 */
export function chosenIn(data: FormData | URLSearchParams): Chosen {
  const rows = data.getAll('row').map(String);
  const allSeenAt = String(data.get('all') ?? '');
  const isAll = !Number.isNaN(Date.parse(allSeenAt)) && rows.length >= (Number(data.get('shown')) || 1);
  return { rows, allSeenAt: isAll ? allSeenAt : null };
}

/**
 * Every record of the list's query as rows of an act, within reach of `actions`. What was made after `seenAt` is not
 * among them, what was changed since is given as an older version, which the act refuses. 422 `too-many-chosen`.
 */
export async function matchingRows(
  actor: Actor,
  source: BulkSource,
  query: ListQuery,
  seenAt: string,
  actions?: readonly string[],
): Promise<string[]> {
  const found = await source.all(actor, query, BULK_MOST_RECORDS + 1, actions);
  requireNotTooMany(found);
  const isLater = (instant: string) => Date.parse(instant) > Date.parse(seenAt);
  return found
    .filter(({ createdAt }) => !isLater(createdAt))
    .map(({ id, version, updatedAt }) => `${id}:${isLater(updatedAt) ? version - 1 : version}`);
}

/** Refuses (422 `too-many-chosen`) more than one act may be done to; who asks reads one more than `BULK_MOST_RECORDS`. */
export function requireNotTooMany(found: readonly unknown[]): void {
  if (found.length > BULK_MOST_RECORDS)
    throw new Refusal('too-many-chosen', 422, { params: { count: BULK_MOST_RECORDS } });
}

/**
 * Does the act to every chosen record ('id:version'), each in a transaction of its own; refusals do not stop the
 * others, but the question who it is does: the act is sent again with the answer.
 */
export async function runBulk(
  actor: Actor,
  act: string,
  run: BulkRun,
  chosen: readonly string[],
  input?: Record<string, unknown>,
): Promise<BulkOutcome> {
  const result: BulkOutcome = { act, done: [], refused: [], rows: [] };
  for (const [id = '', version] of chosen.slice(0, BULK_MOST_RECORDS).map((row) => row.split(':'))) {
    try {
      const made = (await run(actor, { id, version: Number(version) }, input)) as { version?: number } | undefined;
      result.done.push(id);
      result.rows.push(`${id}:${made?.version ?? version}`);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'step-up-needed') throw error;
      result.refused.push({ id, ...reasonOf(error) });
    }
  }
  return result;
}

/** Why an act was refused for one record: its first fault, else the refusal as a whole. */
export function reasonOf(refusal: Refusal): { code: string; params: Record<string, unknown> | undefined } {
  const { code, params } = refusal.errors[0] ?? { code: refusal.code, params: refusal.details.params };
  return { code, params };
}

/** What the refused records are called, as far as the actor may read them. */
export async function refusedNames(
  actor: Actor,
  source: BulkSource,
  { refused }: BulkResult,
  actions?: readonly string[],
): Promise<Record<string, string>> {
  const ids = refused
    .slice(0, MOST_NAMED)
    .map(({ id }) => id)
    .filter((id) => validate(id));
  if (ids.length === 0) return {};
  const found = await source.all(
    actor,
    onlyRows(readListQuery(source.of, new URLSearchParams()), ids),
    MOST_NAMED,
    actions,
  );
  return Object.fromEntries(found.map((row) => [row.id, titleText(source.of, row)]));
}

/** The query narrowed to these records alone; order and columns stay. */
export function onlyRows(query: ListQuery, ids: readonly string[]): ListQuery {
  return { ...query, type: null, q: '', filters: {}, ids: ids.filter((id) => validate(id)) };
}

const MOST_ROWS = 200;

/** Single records in a body of the API, each of the shape of `one`. */
export const severalOf = <S extends z.ZodType>(one: S) =>
  z.array(one, 'row-shape').min(1, 'required').max(MOST_ROWS, 'too-many-rows').optional();

/** In place of them, all that match the query of a list as of an instant. */
export const matchingShape = {
  query: z.string().max(4000, 'too-long').optional(),
  seenAt: z.iso.datetime({ offset: true, error: 'not-a-date' }).default(() => new Date().toISOString()),
};

/** Refuses (422) a body that has both single records, under this name, and a query, or none of them. */
export function requireEither(name: string, several: readonly unknown[] | undefined, query: string | undefined): void {
  if ((several === undefined) === (query === undefined))
    throw invalidField(name, several ? 'rows-or-query' : 'required');
}

/** Refuses (422) names that a list does not know: ignoring them would apply the act to more records than intended. */
export function requireKnownInQuery(unknown: readonly string[]): void {
  if (unknown.length > 0) throw invalid(unknown.map((name) => ({ path: `query.${name}`, code: 'unknown-field' })));
}

const bodySchema = z.object({
  act: z.string('required'),
  rows: severalOf(z.object({ id: z.string('row-shape'), version: z.int('row-shape') }, 'row-shape')),
  ...matchingShape,
});
const reasonShape = { reason: z.string('required').trim().max(REASON_MAX, 'too-long').optional() };

/**
 * The API: `{ act, rows: [{ id, version }] }`, or `{ act, query }` with the query of the list's own address for all
 * that match (as of `seenAt`, else now), with a `reason` where the act asks for one, or what else the acts of this
 * list ask for (`entries`). Responds with `{ act, done, refused }`.
 */
export async function bulkAnswer(
  actor: Actor,
  acts: Record<string, BulkRun>,
  input: unknown,
  sourceOf: (params: URLSearchParams) => BulkSource,
  entries: z.ZodRawShape = {},
): Promise<BulkResult> {
  const { act, rows, query, seenAt } = parse(bodySchema, input);
  const said = parse(z.object({ ...reasonShape, ...entries }), input);
  const run = ownEntry(acts, act);
  if (!run) throw invalid([{ path: 'act', code: 'not-a-choice' }]);
  requireEither('rows', rows, query);
  const chosen = rows?.map(({ id, version }) => `${id}:${version}`);
  if (chosen) return told(await runBulk(actor, act, run, chosen, said));
  const params = new URLSearchParams(query);
  const source = sourceOf(params);
  requireKnownInQuery(unknownInQuery(source.of, params));
  const matching = await matchingRows(actor, source, readListQuery(source.of, params), seenAt);
  return told(await runBulk(actor, act, run, matching, said));
}

const told = ({ act, done, refused }: BulkOutcome): BulkResult => ({ act, done, refused });
