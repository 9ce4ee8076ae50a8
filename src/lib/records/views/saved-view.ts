import { shape, type RowOf } from '#lib/records/entity.ts';
import { choice, longText, reference, text } from '#lib/values/fields.ts';

/** Whom a view is for: its owner, the members of a team, everybody who may open the list. */
const viewScopes = ['own', 'team', 'all'] as const;

/** A named state of a list. It has no page of its own, only its list. */
export const savedView = shape('saved-view', {
  module: 'records',
  subject: 'SavedView',
  path: '/views',
  fields: {
    ownerId: reference('user', { readOnly: true }),
    /** The list's path without its tab. */
    list: text({ max: 200 }),
    name: text({ max: 60 }),
    /** Path and query of the list in that state. */
    address: longText({ max: 2000 }),
    scope: choice(viewScopes),
    teamId: reference('team', { optional: true }),
  },
});

export type SavedView = Omit<RowOf<typeof savedView>, 'status' | 'createdBy'>;

/** The address for sharing a view: it leads to the view as saved at the time. */
export function viewPath({ id, address }: Pick<SavedView, 'id' | 'address'>): string {
  return `${address.split('?', 1)[0]}?view=${id}`;
}
