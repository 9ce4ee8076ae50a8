import type { AstroGlobal } from 'astro';
import type { IconName } from '#lib/values/icons.ts';
import { isWithin } from '#lib/access/scope.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { BulkSource } from './bulk.server.ts';
import { bulkState, labelOf, type BulkAct, type BulkState } from './bulk-page.server.ts';
import { listChoices, type Choice, type Choices } from './choices.server.ts';
import { countText } from '#lib/values/count-text.ts';
import { editableIn, entityNamed, type AnyEntity } from '#lib/records/entity.ts';
import type { ListType } from '#lib/records/list-declaration.ts';
import { placeOf, type ListPlace } from './list-links.ts';
import { exportDetailOf } from './export-detail.ts';
import { readListQuery, type ListQuery } from './list-query.ts';
import { countedStates, listedView, plainView, viewMeant, type ListedView } from './list-views.server.ts';
import { reachedTabs } from './reached-tabs.ts';
import { suggestedWords } from './near-words.server.ts';
import { recordPath } from '#lib/records/record-path.ts';
import type { Page as Rows } from '#lib/records/store-reading.server.ts';
import { allStores } from '#lib/records/stores.server.ts';

type Row = Record<string, unknown> & { id: string };

/** What a list reads from: a store, or anything that lists like one. */
interface Source extends BulkSource {
  options: {
    rights: {
      list: readonly string[];
      show: readonly string[];
      create?: readonly string[];
      update?: readonly string[];
      acts?: Partial<Record<string, readonly string[]>>;
    };
  };
  list(actor: Actor, query: ListQuery, actions?: readonly string[]): Promise<Rows<any>>;
}

export interface ListOptions {
  /** Rights that open this list, when they are not the store's. */
  actions?: readonly string[];
  /** A second address of the list, at which its links stay. */
  path?: string;
  /** Where a row opens, when it is not its own page. */
  open?: (row: Row) => string | null;
  /** Acts on several rows at once, each asked for itself. */
  bulk?: Record<string, BulkAct>;
  /** The endpoint that answers the list, or rows chosen of it, as a file; left out for whoever may not have it. */
  exportPath?: string | undefined;
  /** The page that makes a new record, when it is not `/create` below the list; null where it is not offered. */
  createPath?: string | null;
}

/** A list in one of its states, ready for RecordList. */
export interface ListView extends ListPlace, BulkState {
  rows: Rows<Row>;
  query: ListQuery;
  choices: Choices;
  /** The saved views of this list, in the reader's order. */
  views: ListedView[];
  /** The one that the address began from; undefined for none. */
  view: ListedView | undefined;
  /** The address names one that the reader does not have. */
  viewIsGone: boolean;
  /** What a link says that means no view (`plainView`). */
  noView: '' | null;
  /** What was meant, it seems, where nothing has the words. */
  meant: string | null;
  /** Teams that the reader may share views with. */
  teams: Choice[];
  bulk: { act: string; label: string; icon: IconName | undefined }[];
  exportPath: string | null;
  /** What belongs to the records and can be exported by itself, in words: 'Items'; null for most lists. */
  exportDetail: string | null;
  /** When the rows were read: what is done to all that match is done to them as they were then. */
  seenAt: string;
  /** Where a row opens; null when the reader may not open it. */
  hrefOf: (row: Row) => string | null;
  /** Whether the reader may change this field of the row in its cell. */
  changesInCell: (row: Row, name: string) => boolean;
  mayCreate: boolean;
  createPath: string;
  /** How many there are, in words: "248 departments". */
  note: string;
  /** The answer, when there is nothing to show: `if (list.done) return list.done;` */
  done: Response | undefined;
}

type Page = Pick<AstroGlobal, 'request' | 'locals' | 'url' | 'params' | 'redirect' | 'response' | 'cookies'>;

/**
 * The state of a list page from its address: filter choices with views, rows, counts (of views, too) in three
 * statements. A posted form is a bulk act. A `:type` that does not exist leads to the first one, so that old bookmarks
 * live.
 */
export async function listPage(astro: Page, whole: Source, options: ListOptions = {}): Promise<ListView> {
  const { actor } = astro.locals;
  const source = reachedTabs(whole, actor);
  const { of } = source;
  const typeInPath = 'type' in astro.params;
  const query = readListQuery(of, astro.url.searchParams, astro.params['type'] ?? null);
  const moved = listType(astro, of);
  const outcome = moved ? {} : await bulkState(astro, source, query, options.bulk, options.actions);
  const { create = [] } = source.options.rights;
  const detail = exportDetailOf(of);
  const showsDeleted = (of.list.types?.[query.type ?? ''] as ListType | undefined)?.deleted ?? false;
  const view = {
    of,
    path: options.path ?? placeOf(of).path,
    typeInPath,
    query,
    result: null,
    undo: null,
    question: null,
    problem: null,
    ...outcome,
    seenAt: new Date().toISOString(),
    bulk: Object.entries(options.bulk ?? {})
      .filter(([act, { onDeleted = false, onlyUndo }]) => {
        return !onlyUndo && onDeleted === showsDeleted && mayEver(source, actor, act);
      })
      .map(([act, bulk]) => ({ act, label: labelOf(of, act, bulk), icon: bulk.icon })),
    exportPath: options.exportPath ?? null,
    exportDetail: detail && astro.locals.t(detail.label),
    hrefOf: hrefOf(source, options, actor),
    changesInCell: changesInCell(source, actor),
    mayCreate: options.createPath !== null && create.length > 0 && actor.ability.can(of.subject, ...create),
    createPath: options.createPath ?? `${of.path}/create`,
  };
  const none = {
    ...view,
    rows: nothing,
    choices: {},
    views: [],
    view: undefined,
    viewIsGone: false,
    noView: null,
    meant: null,
    teams: [],
    note: '',
  };
  if (moved) return { ...none, done: moved };
  const { views: kept, ...offered } = await listChoices(of, actor);
  const views = kept.map((one) => listedView(one, view, actor));
  const led = viewMeant(astro, view, query, views);
  if (led) return { ...none, done: led };
  const known = views.find(({ id }) => id === query.view);
  const viewIsGone = !known && Boolean(query.view) && astro.url.searchParams.size === 1;
  // It does not go on into the links of the page.
  if (!known) query.view &&= plainView(views);
  const rows: Rows<Row> = await source.list(actor, { ...query, ...countedStates(views) }, options.actions);
  const ofViews = { views, view: known, viewIsGone, noView: plainView(views) };
  const meant = rows.total === 0 && query.q !== '' ? await meantInList(source, actor, query, options) : null;
  return { ...view, rows, ...offered, ...ofViews, meant, note: noteOf(astro, of, rows.total), done: undefined };
}

async function meantInList(
  { of, options: { rights } }: Source,
  actor: Actor,
  query: ListQuery,
  { actions = rights.list }: ListOptions,
): Promise<string | null> {
  const store = allStores().find((one) => one.of.path === of.path);
  return store ? suggestedWords([{ parts: store.parts(actor, actions), query }], query.q) : null;
}

/** The redirect to the first tab when the address names one that does not exist. */
function listType(astro: Pick<Page, 'params' | 'redirect' | 'url'>, of: AnyEntity): Response | undefined {
  const types = Object.keys(of.list.types ?? {});
  const asked = astro.params['type'];
  if (asked === undefined || types.length === 0 || types.includes(asked)) return undefined;
  return astro.redirect(`${of.path}/${types[0]}${astro.url.search}`, 302);
}

function noteOf({ locals: { t, language } }: Page, of: AnyEntity, total: number): string {
  return t(`${of.module}.${of.key}.count`, { count: total, number: countText(total, language) });
}

const nothing: Rows<Row> = {
  items: [],
  total: 0,
  page: 1,
  perPage: 10,
  counts: {},
  viewCounts: {},
  totals: {},
  without: {},
};

/** An act that the person may never do is not offered; whether it is possible for a row is asked when it is done. */
function mayEver({ of, options: { rights } }: Source, actor: Actor, act: string): boolean {
  const needed = rights.acts?.[act];
  return needed === undefined || actor.ability.can(of.subject, ...needed);
}

function hrefOf({ of, options: { rights } }: Source, { open }: ListOptions, actor: Actor): ListView['hrefOf'] {
  if (open) return open;
  // A list of one's own has a subject of its own; its records are those of the other.
  const allowed = actor.ability.can(entityNamed(of.name).subject, ...rights.show);
  return ({ id }) => (allowed ? recordPath(of, id) : null);
}

/** By right, reach and status; whether the record is on hold, or what a policy opens, is asked when it is changed. */
function changesInCell({ of, options: { rights } }: Source, actor: Actor): ListView['changesInCell'] {
  const fields = (of.list.inCell ?? []) as readonly string[];
  const scopes = actor.ability.scopes(entityNamed(of.name).subject, rights.update ?? []);
  return (row, name) =>
    fields.includes(name) &&
    editableIn(of, String(row['status'])).includes(name) &&
    isWithin(actor, scopes, of.scope ?? {}, row);
}
