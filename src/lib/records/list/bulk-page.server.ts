/** An act on several rows as a page of a list takes it: asked first, then done. */
import type { AstroGlobal } from 'astro';
import { formDataOf } from '#lib/process/http/body.server.ts';
import { rehearse } from '#lib/process/database/database.server.ts';
import { labels, type AnyEntity } from '#lib/records/entity.ts';
import type { Actor } from '#lib/values/actor.ts';
import { ownEntry } from '#lib/values/entries.ts';
import type { IconName } from '#lib/values/icons.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { titleText } from '#lib/records/shown.ts';
import {
  chosenIn,
  matchingRows,
  onlyRows,
  reasonOf,
  refusedNames,
  runBulk,
  type BulkResult,
  type BulkRow,
  type BulkRun,
  type BulkSource,
} from './bulk.server.ts';
import { concernedBy, type Concerned } from './bulk-concerned.ts';
import type { Choice } from './choices.server.ts';
import { readListQuery, type ListQuery } from './list-query.ts';

/** Why an act cannot be done to a row, as a refusal says it. */
export interface Obstacle {
  code: string;
  params?: Record<string, unknown> | undefined;
}

/** What a person says with an act on several rows: words of at most `max` characters, or one of several choices. */
type BulkEntry = { name: string; label: string } & (
  { max: number } | { choices: (actor: Actor) => Promise<readonly Choice[]> }
);

/** An act on several rows. Its dialog asks before it is done; what only takes another back is not asked about. */
export interface BulkAct {
  run: BulkRun;
  icon?: IconName;
  /** Key of its name, and of what its dialog says; those of the record's own act when left out. */
  label?: string;
  text?: string;
  /** Where its sentences about several records stand: `ask` on its button, `done`; each with {{what}}, "3 requests". */
  several?: string;
  /** What the person must say with it, and the key of what it is called. */
  asks?: BulkEntry;
  isDanger?: boolean;
  /**
   * Why it is not possible for these rows, by id. When left out, by the record's transitions and, unless it asks for a
   * choice, by trying it.
   */
  obstacles?: (actor: Actor, rows: readonly BulkRow[]) => Promise<Map<string, Obstacle>>;
  /** Whether it must have words for this row. */
  needsWords?: (row: BulkRow) => boolean;
  /** The act that takes it back, offered beside what became of it. */
  inverse?: string;
  /** It takes another back and has no button of its own. */
  onlyUndo?: true;
  /** For rows that were deleted, and for no others. */
  onDeleted?: true;
}

/** What is asked before an act is done to several rows. */
export interface BulkQuestion {
  act: string;
  label: string;
  several: string | undefined;
  text: string;
  /** Words of at most `max` characters, or one of the `choices`. */
  asks: { name: string; label: string; max?: number; choices?: readonly Choice[]; optional: boolean } | undefined;
  isDanger: boolean;
  rows: string[];
  /** The first of those for which it is possible, and how many more there are. */
  names: string[];
  more: number;
  /** How many are chosen, and for how many of them it is not possible, by reason. */
  count: number;
  obstacles: (Obstacle & { count: number })[];
  concerned: Concerned;
  /** An entry that must be there and is not. */
  isMissing: boolean;
}

export interface BulkState {
  result: (BulkResult & { names: Record<string, string>; label: string; several: string | undefined }) | null;
  /** The act that takes back what was done to several rows, and those rows. */
  undo: { act: string; rows: string[] } | null;
  question: BulkQuestion | null;
  /** Why the act as a whole was refused, in words. */
  problem: string | null;
}

/** Rows on which an act is tried before it is asked about: a trial takes as long as the act. */
const MOST_TRIED = 50;

type Page = Pick<AstroGlobal, 'request' | 'locals' | 'response'>;

/** The names in a question: a few, to be recognized at a glance. */
const MOST_IN_QUESTION = 5;

/** Words that an act is tried with. */
const ANY_WORDS = '–';

/** Asks about the posted act, or does it where that was answered; 422 where its entry is missing. Nothing for a page that is only read. */
export async function bulkState(
  astro: Page,
  source: BulkSource,
  query: ListQuery,
  acts: Record<string, BulkAct> | undefined,
  actions: readonly string[] | undefined,
): Promise<Partial<BulkState>> {
  if (astro.request.method !== 'POST') return {};
  const { actor, t } = astro.locals;
  const data = await formDataOf(astro.request);
  const act = String(data.get('act') ?? '');
  const bulk = ownEntry(acts, act);
  if (!bulk) return {};
  const { of } = source;
  const { rows: ticked, allSeenAt } = chosenIn(data);
  try {
    const rows = allSeenAt === null ? ticked : await matchingRows(actor, source, query, allSeenAt, actions);
    const entry = bulk.asks ? String(data.get(bulk.asks.name) ?? '').trim() : '';
    const isAnswered = bulk.onDeleted === true || data.has('confirmed');
    if (rows.length > 0 && (!isAnswered || (bulk.asks && entry === ''))) {
      const question = await questionOf(actor, source, { act, bulk, rows, isAnswered, actions });
      if (!isAnswered || question.isMissing) {
        if (question.isMissing) astro.response.status = 422;
        return { question };
      }
    }
    const input = bulk.asks && entry ? { [bulk.asks.name]: entry } : undefined;
    const { rows: done, ...result } = await runBulk(actor, act, bulk.run, rows, input);
    const names = await refusedNames(actor, source, result, actions);
    const undo = bulk.inverse && done.length > 0 ? { act: bulk.inverse, rows: done } : null;
    return { result: { ...result, names, label: labelOf(of, act, bulk), several: bulk.several }, undo };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 422) throw error;
    astro.response.status = error.status;
    return { problem: t(`refusals.${error.code}`, error.details.params) };
  }
}

/** The name of an act on several rows. */
export const labelOf = (of: AnyEntity, act: string, { label }: Pick<BulkAct, 'label'>): string =>
  label ?? labels.act(of, act);

async function questionOf(
  actor: Actor,
  source: BulkSource,
  asked: { act: string; bulk: BulkAct; rows: string[]; isAnswered: boolean; actions: readonly string[] | undefined },
): Promise<BulkQuestion> {
  const { of } = source;
  const { act, bulk, rows, isAnswered, actions } = asked;
  const ids = rows.map((row) => row.split(':')[0]!);
  const query = onlyRows(readListQuery(of, new URLSearchParams()), ids);
  const found = await source.all(actor, query, ids.length, actions);
  const against = await (bulk.obstacles ?? byTransition(of, act))(actor, found);
  if (!bulk.obstacles) await addRefusals(against, actor, bulk, rows);
  const reached = new Set(found.map(({ id }) => id));
  for (const id of ids) if (!reached.has(id)) against.set(id, { code: 'not-found' });
  const possible = found.filter(({ id }) => !against.has(id));
  const needsWords = possible.some((row) => bulk.needsWords?.(row) ?? bulk.asks !== undefined);
  return {
    act,
    label: labelOf(of, act, bulk),
    several: bulk.several,
    text: bulk.text ?? 'records.list.ask.text',
    asks: bulk.asks && { ...(await shownEntry(actor, bulk.asks)), optional: !needsWords },
    isDanger: bulk.isDanger ?? false,
    rows,
    names: possible.slice(0, MOST_IN_QUESTION).map((row) => titleText(of, row)),
    more: Math.max(0, possible.length - MOST_IN_QUESTION),
    count: rows.length,
    obstacles: counted([...against.values()]),
    concerned: concernedBy(actor, of, possible),
    isMissing: isAnswered && needsWords,
  };
}

const shownEntry = async (
  actor: Actor,
  entry: BulkEntry,
): Promise<Omit<NonNullable<BulkQuestion['asks']>, 'optional'>> =>
  'choices' in entry ? { ...entry, choices: await entry.choices(actor) } : entry;

/** Rows whose status the transition does not begin in. */
const byTransition =
  ({ transitions }: AnyEntity, act: string): NonNullable<BulkAct['obstacles']> =>
  async (_actor, rows) => {
    const from: readonly string[] | undefined = transitions[act]?.from;
    const stuck = rows.filter(({ status }) => from && !from.includes(status));
    return new Map(stuck.map(({ id }) => [id, { code: 'not-in-status' }]));
  };

/** Adds why the act would refuse rows ('id:version'), as far as it is not known; of the first rows alone. */
async function addRefusals(
  against: Map<string, Obstacle>,
  actor: Actor,
  { run, asks }: BulkAct,
  rows: readonly string[],
): Promise<void> {
  // What is possible may differ between choices.
  if (asks && 'choices' in asks) return;
  const input = asks && { [asks.name]: ANY_WORDS };
  const open = rows.map((row) => row.split(':')).filter(([id]) => !against.has(id!));
  for (const [id = '', version] of open.slice(0, MOST_TRIED)) {
    const refused = await refusalOfTrial(() => run(actor, { id, version: Number(version) }, input));
    if (refused) against.set(id, refused);
  }
}

async function refusalOfTrial(work: () => Promise<unknown>): Promise<Obstacle | null> {
  try {
    await rehearse(work);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === 'step-up-needed' ? null : reasonOf(error);
  }
}

/** Each reason once, with how many rows it stands against. */
function counted(all: readonly Obstacle[]): BulkQuestion['obstacles'] {
  const byReason = new Map<string, Obstacle & { count: number }>();
  for (const one of all) {
    const key = JSON.stringify([one.code, one.params]);
    byReason.set(key, { ...one, count: (byReason.get(key)?.count ?? 0) + 1 });
  }
  return [...byReason.values()];
}
