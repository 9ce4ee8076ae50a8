import { decidePath } from '#lib/approvals/paths.ts';
import { systemActor } from '#lib/values/actor.ts';
import { createToken } from '#lib/access/tokens/public-tokens.server.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';

/** What the link of a mail is good for: one decision of one task. */
export const DECIDE = 'decide-task';

/**
 * The path under which a task can be decided once, for as many hours as `approvals.link-hours` says (model of
 * purchasing, 0.6).
 */
export async function decisionPath(tx: Tx, taskId: string): Promise<string> {
  const { token } = await createToken(tx, systemActor(), {
    purpose: DECIDE,
    subjectId: taskId,
    hours: await businessSetting('approvals.link-hours', tx),
    maxUses: 1,
  });
  return decidePath(token);
}

/**
 * The business's limit of decisions by mail, net in cents, where this approval is above it and is decided signed in; null
 * where the link of its mail decides.
 */
export async function limitBelow(netCents: number, tx?: Tx): Promise<number | null> {
  const limit = await businessSetting('approvals.mail-limit', tx);
  return netCents > limit ? limit : null;
}
