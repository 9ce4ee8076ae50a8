import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { notFound } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import { db } from '#lib/process/database/database.server.ts';
import { approvalPolicies, listsOf, type FullPolicy } from './approval-policy.server.ts';
import { contentOf, type PolicyVersionRow } from './policy.server.ts';

/** A version as the history shows it; at most one is in force. */
export interface PolicyVersion extends Omit<PolicyVersionRow, 'policyId'> {
  madeByName: string | null;
  standing: 'in-force' | 'planned' | 'past' | 'withdrawn';
}

/** Every version of a policy, newest first. */
export async function policyVersions(actor: Actor, policyId: string): Promise<PolicyVersion[]> {
  const policy = await approvalPolicies.get(actor, policyId, ['show', 'update']);
  const { rows } = await sql<Omit<PolicyVersion, 'standing'>>`
    select v.*, to_jsonb(v.flags) as flags, u.full_name as made_by_name from approval_policy_versions v left join users u on u.id = v.made_by where v.policy_id = ${policyId} order by v.number desc`.execute(
    db,
  );
  const begun = rows.filter(({ withdrawnAt, validFrom }) => withdrawnAt === null && validFrom <= today());
  const counting = begun.toSorted((a, b) =>
    a.validFrom === b.validFrom ? b.number - a.number : a.validFrom < b.validFrom ? 1 : -1,
  )[0];
  const inForce =
    policy.status === 'active' && counting && (counting.validTo === null || counting.validTo >= today())
      ? counting.number
      : null;
  return rows.map((row) => ({
    ...row,
    standing:
      row.withdrawnAt !== null
        ? 'withdrawn'
        : row.number === inForce
          ? 'in-force'
          : row.validFrom > today()
            ? 'planned'
            : 'past',
  }));
}

/** The policy as one of its versions has it. 404 for a number it does not have. */
export async function policyAsOf(actor: Actor, policyId: string, number: number): Promise<FullPolicy> {
  const record = await approvalPolicies.get(actor, policyId, ['show', 'update']);
  if (!Number.isInteger(number) || number < 1 || number > 1_000_000) throw notFound();
  const version = await db
    .selectFrom('approvalPolicyVersions')
    .selectAll()
    .where('policyId', '=', policyId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!version) throw notFound();
  const { businessEntityId } = version;
  const entity = businessEntityId
    ? await db.selectFrom('businessEntities').select('legalName').where('id', '=', businessEntityId).executeTakeFirst()
    : null;
  return {
    ...record,
    ...contentOf(version),
    number,
    titles: { ...record.titles, businessEntityId: entity?.legalName ?? '' },
    ...(await listsOf(policyId, number)),
  } as FullPolicy;
}
