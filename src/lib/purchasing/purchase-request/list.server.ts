import type { AstroGlobal } from 'astro';
import type { Actor } from '#lib/values/actor.ts';
import type { BulkRun, BulkSource } from '#lib/records/list/bulk.server.ts';
import type { ListType } from '#lib/records/entity.ts';
import type { ListOptions } from '#lib/records/list/list-page.server.ts';
import type { ListQuery } from '#lib/records/list/list-query.ts';
import { formatQuantity } from '#lib/values/money.ts';
import { bulkActsOf } from '#lib/documents/undo/bulk-acts.server.ts';
import { purchaseRequestLife } from './life.server.ts';
import { requestPath } from './paths.ts';
import { myPurchaseRequests, purchaseRequests } from './purchase-request.server.ts';

/** What may be done to several requests at once; every request is asked for itself. Nobody approves a title: not here. */
const offered = bulkActsOf(purchaseRequestLife, ['withdraw', 'cancel', 'delete']);
export const bulkActs: Record<string, BulkRun> = Object.fromEntries(
  Object.entries(offered).map(([act, { run }]) => [act, run]),
);

/** The requests as lists read them: what waits for the reader stands oldest first unless another order is asked for. */
export const purchaseRequestList = {
  ...purchaseRequests,
  list: (actor: Actor, query: ListQuery, actions?: readonly string[]) =>
    purchaseRequests.list(actor, oldestFirst(query), actions),
  all: (actor: Actor, query: ListQuery, ceiling: number, actions?: readonly string[]) =>
    purchaseRequests.all(actor, oldestFirst(query), ceiling, actions),
};

/** The list of one's own requests; its tabs of the department are for those who may see the department's. */
export function myPurchaseRequestList({ ability }: Pick<Actor, 'ability'>) {
  const { of } = myPurchaseRequests;
  const department = ability.can('MyPurchaseRequest', 'my-department-request-read');
  const types = Object.fromEntries(
    Object.entries(of.list.types as Record<string, ListType>).filter(
      ([, { scope }]) => department || scope !== 'department',
    ),
  );
  return { ...myPurchaseRequests, of: { ...of, list: { ...of.list, types } } };
}

/** The list that a query means: one's own requests by a tab of theirs, or for who may read no others. */
export function listMeant(actor: Actor, params: URLSearchParams): BulkSource {
  const mine = myPurchaseRequestList(actor);
  const isMine =
    Object.hasOwn(mine.of.list.types, params.get('type') ?? '') || !actor.ability.can('PurchaseRequest', 'read');
  return isMine ? mine : purchaseRequestList;
}

function oldestFirst(query: ListQuery): ListQuery {
  const [first] = query.sort;
  const isUsual = query.sort.length === 1 && first?.field === 'createdAt' && first.descending;
  return query.type === 'pending-my-approval' && isUsual
    ? { ...query, sort: [{ field: 'createdAt', descending: false }] }
    : query;
}

/** How the lists of requests behave for this reader: where a row opens, what is offered for several, where a new one is made. */
export function requestListOptions({ ability }: Pick<Actor, 'ability'>, acts: readonly string[]): ListOptions {
  return {
    open: ({ id }) => requestPath.show(id),
    createPath: ability.can('PurchaseRequest', 'create') ? requestPath.create : null,
    bulk: bulkActsOf(purchaseRequestLife, acts),
    exportPath: ability.can('PurchaseRequest', 'export') ? requestPath.api.export : undefined,
  };
}

/** The line under the heading of the list of all: how many, and how many of them wait for the reader. */
export function waitingNote(
  { locals: { t, language } }: Pick<AstroGlobal, 'locals'>,
  note: string,
  counts: Record<string, number>,
): string {
  const waiting = counts['pending-my-approval'] ?? 0;
  return waiting > 0
    ? `${note}, ${t('purchasing.purchaseRequest.waitingForYou', { count: waiting, number: formatQuantity(waiting, language) })}`
    : note;
}
