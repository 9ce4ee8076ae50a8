import type { Reader as Words } from '#lib/records/shown.ts';
import { db } from '#lib/process/database/database.server.ts';
import { approvalKind } from './kinds.server.ts';
import type { SnapshotChange } from './preview.ts';
import { snapshotHash } from './snapshot-hash.server.ts';

/**
 * What an approver should know to be different: since it was sent (it cannot be decided then), since it was sent the
 * time before, or from what is in force.
 */
export interface Differences {
  since: 'sent' | 'last-time' | 'in-force';
  changes: SnapshotChange[];
}

/**
 * How a document that waits differs from what its approvers are asked about, or, where it does not, from what they were
 * asked about the time before. Null where nothing waits and where nothing differs.
 */
export async function differencesOf(docType: string, docId: string, words: Words): Promise<Differences | null> {
  const [instance, before] = await db
    .selectFrom('approvalInstances')
    .select(['status', 'snapshot', 'snapshotHash'])
    .where('docType', '=', docType)
    .where('docId', '=', docId)
    .orderBy('startedAt', 'desc')
    .limit(2)
    .execute();
  if (instance?.status !== 'running') return null;
  const kind = approvalKind(docType);
  const now = await kind.snapshot(docId, db, instance.snapshot);
  if (snapshotHash(now) !== instance.snapshotHash)
    return { since: 'sent', changes: now === null ? [] : await kind.changes(instance.snapshot, now, words) };
  const inForce = await kind.inForce?.(docId);
  if (inForce) return { since: 'in-force', changes: await kind.changes(inForce, instance.snapshot, words) };
  if (!before || before.snapshotHash === instance.snapshotHash) return null;
  const changes = await kind.changes(before.snapshot, instance.snapshot, words);
  return changes.length > 0 ? { since: 'last-time', changes } : null;
}
