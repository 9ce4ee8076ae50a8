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

/** Links to pages; each reader sees those they may open. */
export const links: WidgetType = {
  name: 'links',
  size: { wide: 4, medium: 6, narrow: 12 },
  settings: ['links'],
  defaults: () => ({ links: [] }),
  isOpen: () => true,
  check: (_, { links: wanted = [] }) =>
    wanted.flatMap(({ address }, index) =>
      safePath(address) === address ? [] : [{ path: `links.${index}.address`, code: 'not-a-page' }],
    ),
  async read({ actor }, { links: wanted = [] }) {
    const open = await Promise.all(wanted.map(({ address }) => isOpenPage(actor, address)));
    return { kind: 'links', links: wanted.filter((_, index) => open[index]) };
  },
};
