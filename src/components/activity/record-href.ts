import { allEntities } from '#lib/kernel/entity.ts';
import type { ActivityRow } from '#lib/activity/activity.server.ts';

const SHOWN = new Set(['user', 'role', 'team', 'purchase-request']);
const EDITED = new Set(['department', 'address', 'business-entity']);

/** The page of the record that an entry is about, where there is one. */
export function recordHref({ entity, entityId }: Pick<ActivityRow, 'entity' | 'entityId'>): string | null {
  const of = allEntities().find(({ name }) => name === entity);
  if (!of || !entityId) return null;
  return SHOWN.has(of.name) ? `${of.path}/${entityId}/show` : EDITED.has(of.name) ? `${of.path}/${entityId}/edit` : null;
}
