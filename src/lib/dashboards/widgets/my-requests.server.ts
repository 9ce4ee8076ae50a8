import { isOpenPage } from '#lib/access/session/known-pages.server.ts';
import { lastReturns } from '#lib/approvals/last-return.server.ts';
import { labels } from '#lib/records/entity.ts';
import { firstRowsOf } from '#lib/records/list/first-rows.server.ts';
import { recordPath } from '#lib/records/record-path.ts';
import { urgencyMarks } from '#lib/records/urgency.ts';
import { requestPath } from '#lib/purchasing/purchase-request/paths.ts';
import {
  ALL_MY_REQUESTS,
  purchaseRequest,
  type PurchaseRequest,
} from '#lib/purchasing/purchase-request/purchase-request.ts';
import { EVERYTHING } from '#lib/dashboards/board-filters.ts';
import { countingOf, isListOpen } from '#lib/dashboards/widget/figures.server.ts';
import { addressOf } from '#lib/dashboards/widget/list.server.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';
import type { Item } from '#lib/dashboards/widget/widget.ts';

/** Begins a request: what most people come for. */
export const newRequest: WidgetType = {
  name: 'new-request',
  size: { wide: 12, medium: 12, narrow: 12 },
  settings: [],
  defaults: () => ({}),
  isOpen: (actor) => isOpenPage(actor, requestPath.create),
  read: async ({ t }) => ({
    kind: 'message',
    tone: 'still',
    icon: 'shopping-cart',
    text: t('dashboards.newRequest.text'),
    act: { label: t('dashboards.newRequest.act'), address: requestPath.create, isPrimary: true },
  }),
};

const SHOWN = 5;
const TO_FINISH = { list: `${ALL_MY_REQUESTS}?status=returned&status=draft&sort=-updatedAt`, measure: 'count' };

type Row = Record<string, unknown> &
  Pick<PurchaseRequest, 'id' | 'number' | 'title' | 'status' | 'estimatedGrossCents'>;

/** The reader's requests that wait for the reader: returned ones with what was said, then drafts. */
export const myRequestsToFinish: WidgetType = {
  name: 'my-requests-to-finish',
  size: { wide: 8, medium: 12, narrow: 12 },
  settings: [],
  defaults: () => ({}),
  isOpen: (actor) => isListOpen(actor, TO_FINISH),
  async read({ actor, t, ...viewer }) {
    const counting = countingOf({ ...viewer, actor, t, filters: EVERYTHING }, TO_FINISH);
    const parts = counting.store.parts(actor, counting.store.options.rights.list);
    const having = (status: string) => {
      const query = { ...counting.query, filters: { ...counting.query.filters, status: [status] } };
      return { parts, query, limit: SHOWN, counted: true };
    };
    // However long ago it was returned, it comes before every draft.
    const lists = await firstRowsOf<Row>([having('returned'), having('draft')]);
    const first = lists.flatMap(({ items }) => items).slice(0, SHOWN);
    const total = lists.reduce((sum, list) => sum + (list.total ?? 0), 0);
    const returned = first.filter(({ status }) => status === 'returned').map(({ id }) => id);
    const returns = await lastReturns(purchaseRequest.docType, returned);
    const items = first.map((row): Item => {
      const said = returns.get(row.id);
      const status = t(labels.status(purchaseRequest, row.status));
      const by = said && t(`dashboards.returned.${said.comment ? 'said' : 'by'}`, { ...said });
      return {
        title: row.title,
        marks: urgencyMarks(purchaseRequest, row, t),
        note: [row.number, by ?? status].filter(Boolean).join(' · '),
        amountCents: row.estimatedGrossCents,
        href: recordPath(purchaseRequest, row.id),
        act: {
          label: t(`dashboards.finish.${row.status === 'returned' ? 'returned' : 'draft'}`),
          address: requestPath.edit(row.id),
        },
      };
    });
    return { kind: 'items', items, total, href: addressOf(counting), empty: t('dashboards.finish.none') };
  },
};
