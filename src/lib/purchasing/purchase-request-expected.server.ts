import { z } from 'zod';
import type { Actor } from '#lib/access/actor.ts';
import { expectedChain, type Chain } from '#lib/approvals/chain.server.ts';
import { parse } from '#lib/kernel/parse.ts';
import { invalidField } from '#lib/kernel/refusal.ts';
import { db } from '#lib/platform/database.server.ts';
import { askedFor } from './purchase-request-snapshot.server.ts';
import { purchaseRequest } from './purchase-request.ts';

const questionSchema = z.object({
  departmentId: z.uuid('not-a-choice'),
  requesterId: z.uuid('not-a-choice').optional(),
  netCents: z.number('not-a-number').int('not-whole').min(0, 'too-small').max(Number.MAX_SAFE_INTEGER, 'too-large'),
  purchasePath: purchaseRequest.fields.purchasePath.schema.optional(),
});

/** Who will be asked for a request that is still being written: department, net total in cents, path; the requester is the actor unless said. */
export async function whoWillBeAsked(actor: Actor, question: unknown): Promise<Chain> {
  const { departmentId, requesterId = actor.id, netCents, purchasePath = 'quotation' } = parse(questionSchema, question);
  const department = await db.selectFrom('departments').select('businessEntityId').where('id', '=', departmentId).executeTakeFirst();
  if (!department) throw invalidField('departmentId', 'not-a-choice');
  const asked = askedFor({ businessEntityId: department.businessEntityId, departmentId, requesterId, purchasePath }, netCents);
  return expectedChain({ ...asked, senderId: actor.id });
}
