import { NOTIFICATIONS_PATH } from '#lib/notifications/paths.ts';
import { listNotifications } from '#lib/notifications/notifications.server.ts';
import { isSignedIn } from '#lib/values/actor.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';

const UNREAD = 'type=unread';

/** The newest notifications that the reader has not read. */
export const unreadNotifications: WidgetType = {
  name: 'unread-notifications',
  size: { wide: 4, medium: 6, narrow: 12 },
  settings: [],
  defaults: () => ({}),
  isOpen: isSignedIn,
  async read({ actor, t, language }) {
    const { items, total } = await listNotifications(actor, new URLSearchParams(UNREAD), language);
    const first = items
      .slice(0, 5)
      .map(({ title, when, link }) => ({ title, note: when, amountCents: null, href: link }));
    return {
      kind: 'items',
      items: first,
      total,
      href: `${NOTIFICATIONS_PATH}?${UNREAD}`,
      empty: t('dashboards.noNews'),
    };
  },
};
