import { listMailbox } from '#lib/email/mailbox.server.ts';
import { MAILBOX_PATH } from '#lib/email/paths.ts';
import { formatInstant } from '#lib/values/time.ts';
import { isSignedIn } from '#lib/values/actor.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';

const SHOWN = 5;

/** The newest emails in the reader's inbox, each with who wrote it. */
export const mailbox: WidgetType = {
  name: 'mailbox',
  size: { wide: 8, medium: 12, narrow: 12 },
  settings: [],
  defaults: () => ({}),
  isOpen: isSignedIn,
  async read({ actor, t }) {
    const { items, total } = await listMailbox(actor, new URLSearchParams());
    const first = items.slice(0, SHOWN).map(({ subject, who, at, href, isRead }) => ({
      title: subject,
      note: [who, formatInstant(at), !isRead && t('dashboards.mailbox.unread')].filter(Boolean).join(' · '),
      amountCents: null,
      href,
    }));
    return { kind: 'items', items: first, total, href: MAILBOX_PATH, empty: t('dashboards.mailbox.none') };
  },
};
