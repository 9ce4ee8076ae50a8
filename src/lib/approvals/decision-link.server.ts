import { systemActor } from '#lib/access/actor.ts';
import { createToken } from '#lib/access/public-tokens.server.ts';
import { businessSetting } from '#lib/platform/business-settings.server.ts';
import type { Tx } from '#lib/platform/database.server.ts';

/** What the link of a mail is good for: one decision of one task. */
export const DECIDE = 'decide-task';

/** The path under which a task can be decided once, for as many hours as `approvals.link-hours` says (model of purchasing, 0.6). */
export async function decisionPath(tx: Tx, taskId: string): Promise<string> {
  const token = await createToken(tx, systemActor(), {
    purpose: DECIDE,
    subjectId: taskId,
    hours: await businessSetting('approvals.link-hours', tx),
    maxUses: 1,
  });
  return `/decide/${token}`;
}
