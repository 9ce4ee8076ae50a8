/** The lists of a kind of document as its pages and endpoints read them: that of all, and that of one's own. */
import type { APIRoute } from 'astro';
import { INBOX_PATH } from '#lib/approvals/paths.ts';
import { can, type Crumb, type EndpointAccess } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { bulkAnswer, type BulkSource } from '#lib/records/list/bulk.server.ts';
import type { ListOptions, ListView } from '#lib/records/list/list-page.server.ts';
import { reachedTabs } from '#lib/records/list/reached-tabs.ts';
import { entityNamed, labels, type AnyEntity } from '#lib/records/entity.ts';
import type { ListType } from '#lib/records/list-declaration.ts';
import { listPath } from '#lib/records/record-path.ts';
import { recordPaths } from '#lib/records/paths.ts';
import { allStores } from '#lib/records/stores.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { countText } from '#lib/values/count-text.ts';
import type { Reader } from '#lib/records/shown.ts';
import { isRight, type Subject } from '#lib/values/rights-catalogue.ts';
import { rightsIn } from '../acts.server.ts';
import type { AnyDocument } from '../document.ts';
import type { Life } from '../life.server.ts';
import { bulkActsOf, bulkNames, type WhichList } from '../undo/bulk-acts.server.ts';

/** The list of one's own documents of a kind. */
export type OwnList = BulkSource & { options: { rights: { list: readonly string[] } } };

/** The rights that give a list as a file: to export, where its subject has that right, else to read it. */
export const exportRights = ({ of, documents }: Life<any>): readonly string[] =>
  isRight(of.subject, 'export') ? ['export'] : documents.options.rights.list;

/** What a list of a kind of document offers this reader: the acts of its declaration for several rows, and the file of the list. */
export function documentListOptions(
  life: Life<any>,
  { ability }: Pick<Actor, 'ability'>,
  list: WhichList,
): ListOptions {
  const { of } = life;
  const acts = bulkNames(of, list).filter((act) => ability.can(of.subject, ...rightsIn(of.acts[act]!.may)));
  return {
    bulk: bulkActsOf(life, acts),
    exportPath: ability.can(of.subject, ...exportRights(life)) ? recordPaths(of.path).api.export : undefined,
  };
}

/** The list that a query means: one's own documents by a tab of theirs, or for who may read no others. */
export function listMeant(
  actor: Actor,
  { of, documents }: Life<any>,
  own: OwnList | undefined,
  params: URLSearchParams,
): BulkSource {
  if (!own) return documents;
  const mine = reachedTabs(own, actor);
  const isTab = Object.hasOwn(mine.of.list.types ?? {}, params.get('type') ?? '');
  return isTab || !actor.ability.can(of.subject, ...documents.options.rights.list) ? mine : documents;
}

/** `bulk.ts`: who may do an act to several documents: whoever may do one of those that lists offer. */
export function bulkAccess(of: AnyDocument): { POST: EndpointAccess } {
  const [first, ...others] = rightsIn(bulkNames(of, 'own').flatMap((act) => of.acts[act]!.may));
  return { POST: can(of.subject as Subject, first!, ...others) };
}

/** `bulk.ts`: does an act to several documents, those named as rows or all that a query of either list matches. */
export function documentBulk(life: Life<any>, own?: OwnList): { POST: APIRoute } {
  const offered = Object.entries(bulkActsOf(life, bulkNames(life.of, 'own')));
  const runs = Object.fromEntries(offered.map(([act, { run }]) => [act, run]));
  return {
    POST: endpoint(async ({ actor, body }) =>
      bulkAnswer(actor, runs, await body(), (params) => listMeant(actor, life, own, params)),
    ),
  };
}

/** The line under the heading of the list of all: how many, and how many of them wait for the reader. */
export function waitingNote({ note, rows }: Pick<ListView, 'note' | 'rows'>, { t, language }: Reader): string {
  const count = rows.counts['pending-my-approval'] ?? 0;
  return count > 0 ? `${note}, ${t('documents.waitingForYou', { count, number: countText(count, language) })}` : note;
}

/**
 * The way back from a document (`record`; none for a new one): to the list of all for who reads that, else to one's own
 * or, from that of somebody else, to the department's, as far as it is in one of them, else to what waits for one.
 */
export function listCrumb(actor: Actor, { name }: AnyDocument, record?: object): Crumb {
  const of = entityNamed(name);
  const [all, own] = readableLists(actor, of);
  if (all) return { label: `${of.module}.${of.key}.many`, path: listPath(all) };
  if (own && (!record || isOwn(actor, of, record)))
    return { label: `${of.module}.${of.key}.mine`, path: listPath(own) };
  const type = own && departmentTab(actor, own, record as Record<string, unknown>);
  if (type) return { label: labels.type(own, type), path: listPath(own, { type }) };
  return { label: 'approvals.inbox.title', path: INBOX_PATH };
}

const isOwn = ({ id }: Actor, { scope }: AnyEntity, record: object): boolean =>
  (scope?.own ?? []).some((name: string) => (record as Record<string, unknown>)[name] === id);

/** The tab of the department's documents in the list of one's own, where this one is in it. */
function departmentTab(actor: Actor, own: AnyEntity, record: Record<string, unknown>): string | undefined {
  const { departmentTreeIds } = actor;
  if (!departmentTreeIds.includes(String(record[own.scope?.department ?? '']))) return undefined;
  const store = allStores().find(({ of }) => of === own)!;
  const tabs = Object.entries((reachedTabs(store, actor).of.list.types ?? {}) as Record<string, ListType>);
  return tabs.find(([, { scope, statuses }]) => scope === 'department' && !statuses)?.[0];
}

/** Where the actor finds what they have deleted: the list of their own documents of the kind, else that of all. */
export function listAfterDeleting(actor: Actor, of: AnyDocument): string {
  const [all, own] = readableLists(actor, of);
  return listPath(own ?? all ?? of);
}

/** The list of all and that of one's own, as far as the actor may read them. */
function readableLists(actor: Actor, { name }: AnyEntity): [all: AnyEntity | undefined, own: AnyEntity | undefined] {
  const lists = allStores()
    .filter(({ of, options }) => of.name === name && actor.ability.can(of.subject, ...options.rights.list))
    .map(({ of }) => of);
  const { path } = entityNamed(name);
  return [lists.find((of) => of.path === path), lists.find((of) => of.path !== path)];
}
