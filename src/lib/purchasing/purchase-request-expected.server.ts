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
  /** The request itself, once it is kept: it is not added up with itself. */
  id: z.uuid('not-a-choice').nullish(),
  preferredVendor: z.string().max(500, 'too-long').nullish(),
  expenseCategoryIds: z.array(z.uuid('not-a-choice')).max(200, 'too-many-rows').default([]),
});

/** Who will be asked for a request that is still being written: department, net total in cents, path, and what it is added up with others by (split rule); the requester is the actor unless said. */
export async function whoWillBeAsked(actor: Actor, question: unknown): Promise<Chain> {
  const {
    departmentId,
    requesterId = actor.id,
    netCents,
    purchasePath = 'quotation',
    id,
    preferredVendor,
    expenseCategoryIds,
  } = parse(questionSchema, question);
  const department = await db
    .selectFrom('departments')
    .select('businessEntityId')
    .where('id', '=', departmentId)
    .executeTakeFirst();
  if (!department) throw invalidField('departmentId', 'not-a-choice');
  const asked = await askedFor(
    {
      id,
      businessEntityId: department.businessEntityId,
      departmentId,
      requesterId,
      purchasePath,
      preferredVendor,
      expenseCategoryIds,
    },
    netCents,
    db,
  );
  return expectedChain({ ...asked, senderId: actor.id });
}
