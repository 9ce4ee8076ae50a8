import type { IconName } from '#lib/values/icons.ts';
import type { SavedViewRow } from '#lib/records/views/saved-views.server.ts';
import type { Translate } from '#lib/values/languages.ts';

/** A view of one's own, of a team, of everybody: three marks, said in words beside them. */
export const viewIcon = ({ scope }: Pick<SavedViewRow, 'scope'>): IconName =>
  (({ own: 'bookmark', team: 'users', all: 'building-2' }) as const)[scope];

/** Whom a view is for, and that the reader begins with it. */
export function viewNote({ scope, teamName, isDefault }: SavedViewRow, t: Translate): string {
  const whom = scope === 'own' ? '' : t(`records.views.sharing.${scope}`, { team: teamName });
  return [whom, isDefault && t('records.views.startMark')].filter(Boolean).join(', ');
}
