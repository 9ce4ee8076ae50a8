import { systemActor } from '#lib/values/actor.ts';
import { createApprovalPolicy } from '#lib/approvals/policy/policy-writing.server.ts';
import { inTransaction, type Tx } from '#lib/process/database/database.server.ts';
import { ADMINISTRATOR_ROLE } from '#lib/directory/role/system-roles.server.ts';
import './registration.server.ts';
import { userRequest } from './user-request.ts';

/**
 * Makes the policy by which user requests are decided where there is none of the kind, retired ones too: department head,
 * then administrator (model of purchasing, 0.6). Asked at every start, and once the first administrator is made.
 */
export async function ensureUserRequestPolicy(within?: Tx): Promise<void> {
  const work = async (tx: Tx) => {
    const administrator = await tx
      .selectFrom('roles')
      .select('id')
      .where('code', '=', ADMINISTRATOR_ROLE)
      .forUpdate()
      .executeTakeFirst();
    const known = await tx
      .selectFrom('approvalPolicies')
      .select('id')
      .where('docType', '=', 'UR')
      .limit(1)
      .executeTakeFirst();
    if (!administrator || known) return;
    const steps = [{ rule: 'department-head' }, { rule: 'role', roleId: administrator.id }];
    await createApprovalPolicy(
      systemActor('user-request-policy'),
      { docType: userRequest.docType, name: 'User requests', steps },
      tx,
    );
  };
  return inTransaction(within, work);
}
