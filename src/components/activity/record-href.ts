import type { ActivityRow } from '#lib/activity/activity.server.ts';
import { setting } from '#lib/platform/business-settings.ts';
import { recordPath } from '#lib/kernel/record-path.ts';
import { storeOf } from '#lib/kernel/stores.server.ts';
import { jobPath } from '#lib/platform/jobs/runs-query.ts';

/** The page of the record that an entry is about, where there is one. */
export function recordHref({
  entity,
  entityId,
  entityNumber,
}: Pick<ActivityRow, 'entity' | 'entityId' | 'entityNumber'>): string | null {
  // A job is part of the product: its name is all that it has.
  if (entity === 'job' && entityNumber) return jobPath(entityNumber);
  if (entity === setting.name && entityNumber) return `${setting.path}/${entityNumber}/show`;
  const of = entity === null ? undefined : storeOf(entity)?.of;
  return of && entityId ? recordPath(of, entityId) : null;
}
