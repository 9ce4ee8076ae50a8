import { sql } from 'kysely';
import type { Tx } from '#lib/process/database/database.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { editableIn, labels, type AnyEntity } from './entity.ts';
import { titleOf } from './columns.server.ts';

type AnyRow = { status: string } & Record<string, any>;

/**
 * 409 for a field that the record's status does not open: `locked-in-status`, or `state-changed` where it opens none.
 */
export function refuseLocked(of: AnyEntity, before: AnyRow, sent: readonly string[]): void {
  const open = editableIn(of, before.status);
  if (sent.every((name) => open.includes(name))) return;
  const because = of.lockedBecause?.[before.status];
  if (open.length > 0 || because)
    throw new Refusal(because ?? 'locked-in-status', 409, { params: { status: labels.status(of, before.status) } });
  throw new Refusal('state-changed', 409, { newer: before, params: { status: before.status } });
}

/** 409 `on-hold` with the reason and who gave it: nothing happens to what is held. */
export async function refuseHeld({ onHold, holdReason, heldById }: AnyRow, tx: Tx): Promise<void> {
  if (!onHold) return;
  const { rows } = await sql<{ by: string | null }>`select ${titleOf('user', sql`${heldById}::uuid`)} as by`.execute(
    tx,
  );
  throw new Refusal('on-hold', 409, { params: { reason: holdReason, by: rows[0]?.by ?? '' } });
}
