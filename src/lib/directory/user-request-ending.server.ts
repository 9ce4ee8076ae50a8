import { z } from 'zod';
import type { Actor } from '#lib/access/actor.ts';
import { hasDecision, withdraw } from '#lib/approvals/approvals.server.ts';
import { parse } from '#lib/kernel/parse.ts';
import { Refusal, invalidField } from '#lib/kernel/refusal.ts';
import type { Seen } from '#lib/kernel/store.server.ts';
import { transaction } from '#lib/platform/database.server.ts';
import { DOC_TYPE, REQUEST, userRequests } from './user-request.server.ts';
import type { UserRequest } from './user-request.ts';

const reasonSchema = z.object({
  reason: z
    .string()
    .trim()
    .max(500, 'too-long')
    .nullish()
    .transform((text) => text || null),
});

/** Takes a request back: to draft before the first decision, to returned after it, also when it waits for its day. Only the requester. */
export async function withdrawUserRequest(actor: Actor, seen: Seen): Promise<UserRequest> {
  return transaction(async (tx) => {
    const { status } = await userRequests.get(actor, seen.id, REQUEST, tx);
    const act = status === 'approved' || (await hasDecision(tx, DOC_TYPE, seen.id)) ? 'withdrawDecided' : 'withdraw';
    return userRequests.transition(
      actor,
      act,
      seen,
      async (request) => {
        if (request.requesterId !== actor.id) throw new Refusal('not-your-request', 403);
        await withdraw(tx, DOC_TYPE, request.id);
      },
      { tx, event: 'withdraw' },
    );
  });
}

/** Cancels for good, with a reason unless it is a draft. Only the requester. */
export async function cancelUserRequest(actor: Actor, seen: Seen, input: unknown): Promise<UserRequest> {
  const { reason } = parse(reasonSchema, input);
  return userRequests.transition(
    actor,
    'cancel',
    seen,
    async (request, tx) => {
      if (request.requesterId !== actor.id) throw new Refusal('not-your-request', 403);
      if (request.status !== 'draft' && !reason) throw invalidField('reason', 'reason-needed');
      await withdraw(tx, DOC_TYPE, request.id);
      return { endedReason: reason };
    },
    { params: reason ? { reason } : {} },
  );
}
