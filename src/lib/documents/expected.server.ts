import { z } from 'zod';
import { expectedChain, type Chain } from '#lib/approvals/chain.server.ts';
import type { Asked } from '#lib/approvals/policy/policy-choice.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { parse } from '#lib/values/parse.ts';
import { invalidField } from '#lib/values/refusal.ts';

/** The common data of a document that is still being written; `id` once it exists. */
export interface Unsent {
  id: string | null;
  businessEntityId: string;
  departmentId: string;
  requesterId: string;
  netCents: number;
}

const unsentSchema = z.object({
  id: z.uuid('not-a-choice').nullish(),
  departmentId: z.uuid('not-a-choice'),
  requesterId: z.uuid('not-a-choice').optional(),
  netCents: z.number('not-a-number').int('not-whole').min(0, 'too-small').max(Number.MAX_SAFE_INTEGER, 'too-large'),
});

/**
 * Makes the answer to who will be asked for a document that is still being written: from its department, its net total in
 * cents, its requester (the actor unless said), and what else decides it (`more`). 422 for a question that does not fit,
 * 409 where no policy does.
 */
export function expectedApproval<S extends z.ZodObject>(
  more: S,
  asked: (unsent: Unsent & z.output<S>, reader: Db) => Promise<Asked>,
): (actor: Actor, question: unknown) => Promise<Chain> {
  const schema = unsentSchema.and(more);
  return async (actor, question) => {
    const own = parse(schema, question);
    const { id = null, departmentId, requesterId = actor.id, netCents } = own;
    const department = await db
      .selectFrom('departments')
      .select('businessEntityId')
      .where('id', '=', departmentId)
      .executeTakeFirst();
    if (!department) throw invalidField('departmentId', 'not-a-choice');
    const { businessEntityId } = department;
    const unsent = { id, businessEntityId, departmentId, requesterId, netCents };
    return expectedChain({ ...(await asked({ ...own, ...unsent }, db)), senderId: actor.id });
  };
}
