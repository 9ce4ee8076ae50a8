import type { Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import type { Db, Tx } from '#lib/process/database/database.server.ts';
import type { Instance } from './instance.ts';
import { approvalKind, documentRow } from './kinds.server.ts';

/**
 * What became of a document's approval by itself, as an entry of the document's own log; `params` are for its sentence.
 */
export async function logOnDocument(
  tx: Tx,
  actor: Actor,
  { docType, docId, departmentId }: Pick<Instance, 'docType' | 'docId' | 'departmentId'>,
  event: `approval.${string}`,
  params: Record<string, unknown>,
): Promise<void> {
  const { of } = approvalKind(docType);
  await logActivity(
    actor,
    {
      event,
      subject: of.subject,
      entity: of.name,
      entityId: docId,
      entityNumber: (await documentRow(docType, docId, tx))?.number,
      departmentId,
      params,
    },
    tx,
  );
}

/** The full names of people, in the order of the ids; one statement. */
export async function fullNames(reader: Db, userIds: readonly string[]): Promise<string[]> {
  const people =
    userIds.length === 0
      ? []
      : await reader.selectFrom('users').select(['id', 'fullName']).where('id', 'in', userIds).execute();
  return userIds.map((userId) => people.find(({ id }) => id === userId)!.fullName);
}
