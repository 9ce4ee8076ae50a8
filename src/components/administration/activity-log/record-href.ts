import type { ActivityRow } from '#lib/activity/activity.server.ts';
import { setting } from '#lib/settings/business-setting.ts';
import { recordPath } from '#lib/records/record-path.ts';
import { storeOf } from '#lib/records/stores.server.ts';
import { jobPath } from '#lib/process/jobs/paths.ts';

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
