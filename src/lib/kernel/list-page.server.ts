import type { AstroGlobal } from 'astro';
import type { IconName } from '#components/icons.ts';
import type { Actor } from '#lib/access/actor.ts';
import { formDataOf } from '#lib/platform/body.server.ts';
import { runBulk, type BulkResult, type BulkRun } from './bulk.server.ts';
import { listChoices, type Choices, type ViewLink } from './choices.server.ts';
import { countText } from './count-text.ts';
import type { Entity } from './entity.ts';
import type { ListPlace } from './list-links.ts';
import { readListQuery, type ListQuery } from './list-query.ts';
import type { Page as Rows } from './store.server.ts';

type Row = Record<string, unknown> & { id: string };

/** What a list reads from: a store, or anything that lists like one. */
interface Source {
  of: Entity<any, any, any>;
  options: { rights: { list: readonly string[]; create?: readonly string[]; update?: readonly string[]; acts?: Partial<Record<string, readonly string[]>> } };
  list(actor: Actor, query: ListQuery, actions?: readonly string[]): Promise<Rows<any>>;
}

export interface ListOptions {
  /** Rights that open this list, when they are not the store's. */
  actions?: readonly string[];
  /** The page a row opens: its own screen, its form (for those who may change it), or an address of your own. */
  open?: 'show' | 'edit' | ((row: Row) => string | null);
  /** Acts on several rows at once, each asked for itself; or `to`, an address that is given the chosen rows (`row=id:version`). */
  bulk?: Record<string, { run?: BulkRun; to?: string; icon?: IconName }>;
  /** The page that makes a new record, when it is not `/create` below the list; null where it is not offered. */
  createPath?: string | null;
}

/** A list in one of its states, ready for RecordList. */
export interface ListView extends ListPlace {
  rows: Rows<Row>;
  query: ListQuery;
  choices: Choices;
  /** What the reader has kept of this list under a name. */
  views: ViewLink[];
  bulk: { act: string; icon: IconName | undefined; to: string | undefined }[];
  result: BulkResult | null;
  /** Where a row opens; null when the reader may not open it. */
  hrefOf: (row: Row) => string | null;
  mayCreate: boolean;
  createPath: string;
  /** How many there are, in words: "248 departments". */
  note: string;
  /** The answer, when there is nothing to show: `if (list.done) return list.done;` */
  done: Response | undefined;
}

type Page = Pick<AstroGlobal, 'request' | 'locals' | 'url' | 'params' | 'redirect'>;

/**
 * The state of a list page from its address: rows, counts and filter choices in three statements. A posted form is a
 * bulk act. A `:type` that does not exist leads to the first one, so that old bookmarks live.
 */
export async function listPage(astro: Page, source: Source, options: ListOptions = {}): Promise<ListView> {
  const { of } = source;
  const { actor } = astro.locals;
  const typeInPath = 'type' in astro.params;
  const query = readListQuery(of, astro.url.searchParams, astro.params['type'] ?? null);
  const moved = listType(astro, of);
  const result = moved ? null : await bulkResult(astro, options);
  const { create = [] } = source.options.rights;
  const view = {
    of, path: of.path, typeInPath, query, result,
    bulk: Object.entries(options.bulk ?? {}).filter(([act]) => mayEver(source, actor, act)).map(([act, { icon, to }]) => ({ act, icon, to })),
    hrefOf: hrefOf(source, options, actor),
    mayCreate: options.createPath !== null && create.length > 0 && actor.ability.can(of.subject, ...create),
    createPath: options.createPath ?? `${of.path}/create`,
  };
  if (moved) return { ...view, rows: nothing, choices: {}, views: [], note: '', done: moved };
  const [rows, offered] = await Promise.all([source.list(actor, query, options.actions), listChoices(of, actor)]);
  return { ...view, rows: rows as Rows<Row>, ...offered, note: noteOf(astro, of, rows.total), done: undefined };
}

/** The redirect to the first tab when the address names one that does not exist. */
export function listType(astro: Pick<Page, 'params' | 'redirect'>, of: Entity<any, any, any>): Response | undefined {
  const types = Object.keys(of.list.types ?? {});
  const asked = astro.params['type'];
  if (asked === undefined || types.length === 0 || types.includes(asked)) return undefined;
  return astro.redirect(`${of.path}/${types[0]}`, 302);
}

function noteOf({ locals: { t, language } }: Page, of: Entity<any, any, any>, total: number): string {
  return t(`${of.module}.${of.key}.count`, { count: total, number: countText(total, language) });
}

const nothing: Rows<Row> = { items: [], total: 0, page: 1, perPage: 10, counts: {}, without: {} };

async function bulkResult(astro: Page, options: ListOptions): Promise<BulkResult | null> {
  if (astro.request.method !== 'POST') return null;
  const data = await formDataOf(astro.request);
  const act = String(data.get('act') ?? '');
  const bulk = options.bulk?.[act];
  return bulk?.run ? runBulk(astro.locals.actor, act, bulk.run, data.getAll('row').map(String)) : null;
}

/** An act that the person may never do is not offered; whether it is possible for a row is asked when it is done. */
function mayEver({ of, options: { rights } }: Source, actor: Actor, act: string): boolean {
  const needed = rights.acts?.[act];
  return needed === undefined || actor.ability.can(of.subject, ...needed);
}

function hrefOf({ of, options: { rights } }: Source, { open = 'show' }: ListOptions, actor: Actor): ListView['hrefOf'] {
  if (typeof open === 'function') return open;
  const allowed = open === 'show' || actor.ability.can(of.subject, ...(rights.update ?? []));
  return ({ id }) => (allowed ? `${of.path}/${id}/${open}` : null);
}
