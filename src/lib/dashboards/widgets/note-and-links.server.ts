import { accountPath, profilePath } from '#lib/access/paths.ts';
import { COMPOSE_PATH } from '#lib/email/paths.ts';
import { NOTIFICATIONS_PATH } from '#lib/notifications/paths.ts';
import { requestPath } from '#lib/purchasing/purchase-request/paths.ts';
import { isOpenPage } from '#lib/access/session/known-pages.server.ts';
import { safePath } from '#lib/access/session/safe-path.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';

/** A text by the dashboard's owner. */
export const note: WidgetType = {
  name: 'note',
  size: { wide: 4, medium: 6, narrow: 12 },
  settings: ['text'],
  required: ['text'],
  defaults: () => ({ text: '' }),
  isOpen: () => true,
  read: async (_, { text }) => ({ kind: 'text', text: text ?? '' }),
};

/** Links to pages; each reader sees those they may open, and none where that is none. */
export const links: WidgetType = {
  name: 'links',
  size: { wide: 4, medium: 6, narrow: 12 },
  settings: ['links'],
  defaults: () => ({ links: [] }),
  isOpen: () => true,
  isQuiet: true,
  check: (_, { links: wanted = [] }) =>
    wanted.flatMap(({ address }, index) =>
      safePath(address) === address ? [] : [{ path: `links.${index}.address`, code: 'not-a-page' }],
    ),
  async read({ actor }, { links: wanted = [] }) {
    const open = await Promise.all(wanted.map(({ address }) => isOpenPage(actor, address)));
    return { kind: 'links', links: wanted.filter((_, index) => open[index]) };
  },
};

/** What people do now and then, wherever they stand: named in the reader's language. */
const OFTEN = {
  newRequest: requestPath.create,
  write: COMPOSE_PATH,
  notifications: NOTIFICATIONS_PATH,
  absence: accountPath.tab('absence'),
  profile: profilePath.show,
};

/** Those that the reader may open. */
export const oftenNeeded: WidgetType = {
  name: 'often-needed',
  size: { wide: 4, medium: 6, narrow: 12 },
  settings: [],
  defaults: () => ({}),
  isOpen: () => true,
  isQuiet: true,
  async read({ actor, t }) {
    const all = Object.entries(OFTEN).map(([name, address]) => ({ label: t(`dashboards.often.${name}`), address }));
    const open = await Promise.all(all.map(({ address }) => isOpenPage(actor, address.split('?', 1)[0]!)));
    return { kind: 'links', links: all.filter((_, index) => open[index]) };
  },
};
