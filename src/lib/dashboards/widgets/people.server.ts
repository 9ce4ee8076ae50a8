import { peopleToSeeTo } from '#lib/directory/user/people-to-see-to.server.ts';
import { userPath } from '#lib/directory/user/paths.ts';
import { userRequestPath } from '#lib/directory/user-request/paths.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';
import { number } from './number.server.ts';
import { readyNow } from './ready.server.ts';

const SHOWN = 5;

export const peopleInvited = readyNow('people-invited', number, {
  list: `${userPath.list}?type=invited`,
  measure: 'count',
});
export const peopleSuspended = readyNow('people-suspended', number, {
  list: `${userPath.list}?type=suspended`,
  measure: 'count',
});
/** Approved, and not carried out yet. */
export const userRequestsApproved = readyNow('user-requests-approved', number, {
  list: `${userRequestPath.list}?type=approved`,
  measure: 'count',
});

/** For administrators: who cannot work yet, and why. */
export const peopleInNeed: WidgetType = {
  name: 'people-to-see-to',
  size: { wide: 8, medium: 12, narrow: 12 },
  settings: [],
  defaults: () => ({}),
  isOpen: ({ ability }) => ability.can('User', 'read') && ability.can('User', 'update'),
  async read({ actor, t }) {
    const people = await peopleToSeeTo(actor);
    const items = people.slice(0, SHOWN).map(({ id, fullName, lacks }) => ({
      title: fullName,
      note: t(`dashboards.lacks.${lacks}`),
      amountCents: null,
      href: userPath.show(id),
    }));
    return { kind: 'items', items, total: people.length, href: null, empty: t('dashboards.lacks.none') };
  },
};
