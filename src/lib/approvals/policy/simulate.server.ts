import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import { date } from '#lib/values/fields.ts';
import { parse } from '#lib/values/parse.ts';
import { invalid, invalidField, notAuthorized, type FieldError } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import { db } from '#lib/process/database/database.server.ts';
import { chainOfChoice, type Chain } from '#lib/approvals/approval-chain.server.ts';
import { FLAGS } from '#lib/approvals/flags.ts';
import { APPROVED_DOC_TYPES } from '#lib/values/doc-types.ts';
import { approvalKinds } from '#lib/approvals/kinds.server.ts';
import type { Asked, Outcome, Policy, Reason } from './policy-choice.ts';
import { consideredFor } from './policy.server.ts';

const blankToNull = (value: unknown) => (value === '' || value === undefined ? null : value);
const cents = z
  .number('not-a-number')
  .int('not-whole')
  .min(0, 'below-zero')
  .max(Number.MAX_SAFE_INTEGER, 'amount-too-large');
const questionSchema = z.object({
  docType: z.enum(APPROVED_DOC_TYPES, 'not-a-choice'),
  requesterId: z.uuid('not-a-choice'),
  departmentId: z.uuid('not-a-choice'),
  netCents: cents,
  addedUpCents: z.preprocess(blankToNull, cents.nullable()),
  expenseCategoryIds: z.array(z.uuid('not-a-choice')).max(100, 'too-many-rows').default([]),
  flags: z.array(z.enum(FLAGS, 'not-a-choice')).default([]),
  date: z.preprocess(blankToNull, date().schema.nullable()),
});

/** What would happen to a document, with every policy that was considered and why it counts or not. */
export interface Simulation {
  /** The day whose versions were asked. */
  date: string;
  chain: Chain | null;
  reasons: Reason[];
  considered: (Pick<
    Policy,
    'id' | 'version' | 'name' | 'minCents' | 'maxCents' | 'priority' | 'flags' | 'validFrom' | 'validTo'
  > & { outcome: Outcome })[];
}

/**
 * Who would be asked for a document of this kind, of this person, department, net amount, category and flags, by the
 * versions in force on a day (right simulate). The very resolution of a real one: only nothing is written.
 * `addedUpCents` is the net total together with others of the split rule.
 */
export async function simulateApproval(actor: Actor, question: unknown): Promise<Simulation> {
  if (!actor.ability.can('ApprovalPolicy', 'simulate')) throw notAuthorized();
  const {
    docType,
    requesterId,
    departmentId,
    netCents,
    addedUpCents,
    expenseCategoryIds,
    flags,
    date: asOf,
  } = parse(questionSchema, question);
  const [department, requester] = await Promise.all([
    db.selectFrom('departments').select('businessEntityId').where('id', '=', departmentId).executeTakeFirst(),
    db.selectFrom('users').select('id').where('id', '=', requesterId).executeTakeFirst(),
  ]);
  const faults: FieldError[] = [
    ...(approvalKinds().some((kind) => kind.docType === docType) ? [] : [{ path: 'docType', code: 'not-a-choice' }]),
    ...(requester ? [] : [{ path: 'requesterId', code: 'not-a-choice' }]),
    ...(department ? [] : [{ path: 'departmentId', code: 'not-a-choice' }]),
  ];
  if (!department || faults.length > 0) throw invalid(faults);
  if (addedUpCents !== null && addedUpCents < netCents) throw invalidField('addedUpCents', 'less-than-alone');
  const asked: Asked = {
    docType,
    requesterId,
    departmentId,
    businessEntityId: department.businessEntityId,
    netCents,
    flags,
    expenseCategoryIds,
    addedUp: addedUpCents === null ? null : { cents: addedUpCents, numbers: [], ids: [] },
  };
  const on = asOf ?? today();
  // Of another day the absences at noon.
  const found = await consideredFor(asked, db, on);
  return {
    date: on,
    chain: found.policy ? await chainOfChoice(found, asked, on === today() ? undefined : `${on}T04:00:00.000Z`) : null,
    reasons: found.policy ? found.reasons : [],
    considered: found.considered.map(
      ({
        policy: { id, version, name, minCents, maxCents, priority, flags: ofPolicy, validFrom, validTo },
        outcome,
      }) => ({ id, version, name, minCents, maxCents, priority, flags: ofPolicy, validFrom, validTo, outcome }),
    ),
  };
}
