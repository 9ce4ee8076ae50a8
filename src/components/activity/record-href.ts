import { allEntities } from '#lib/kernel/entity.ts';
import type { ActivityRow } from '#lib/activity/activity.server.ts';
import { setting } from '#lib/platform/business-settings.ts';
import { jobPath } from '#lib/platform/jobs/runs-query.ts';

const SHOWN = new Set(['user', 'role', 'team', 'purchase-request', 'mail']);
const EDITED = new Set(['department', 'address', 'business-entity', 'holiday']);

/** The page of the record that an entry is about, where there is one. */
export function recordHref({ entity, entityId, entityNumber }: Pick<ActivityRow, 'entity' | 'entityId' | 'entityNumber'>): string | null {
  // A job is part of the product: its name is all that it has.
  if (entity === 'job' && entityNumber) return jobPath(entityNumber);
  if (entity === setting.name && entityNumber) return `${setting.path}/${entityNumber}/show`;
  const of = allEntities().find(({ name }) => name === entity);
  if (!of || !entityId) return null;
  return SHOWN.has(of.name) ? `${of.path}/${entityId}/show` : EDITED.has(of.name) ? `${of.path}/${entityId}/edit` : null;
}
