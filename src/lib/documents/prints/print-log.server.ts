import type { Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Print, PrintedRecord } from './prints.server.ts';

/**
 * What can be told of a print, as an event of its document: 'purchase-request.print-link-used'. Words: `activity.any`.
 */
export type PrintEvent =
  'printed' | 'downloaded' | 'print-stored' | 'print-link-created' | 'print-link-revoked' | 'print-link-used';

/** Writes the entry into the transaction of what happened, or one of its own. */
export async function logPrint<R extends PrintedRecord>(
  actor: Actor,
  { store: { of } }: Pick<Print<R>, 'store'>,
  record: R,
  event: PrintEvent,
  params: Record<string, unknown> = {},
  tx?: Tx,
): Promise<void> {
  const { businessEntity = '', department = '' } = of.scope ?? {};
  const columns = record as Record<string, any>;
  await logActivity(
    actor,
    {
      event: `${of.name}.${event}`,
      subject: of.subject,
      entity: of.name,
      entityId: record.id,
      entityNumber: record.number,
      businessEntityId: columns[businessEntity] ?? null,
      departmentId: columns[department] ?? null,
      params,
    },
    tx,
  );
}

/** Notes that somebody tried a link which opens nothing. */
export function logRefusedLink(
  actor: Actor,
  { store: { of } }: Pick<Print, 'store'>,
  reasonCode: string,
): Promise<void> {
  return logActivity(actor, {
    event: `${of.name}.print-link-refused`,
    subject: of.subject,
    outcome: 'refused',
    reasonCode,
  });
}
