import type { AstroGlobal } from 'astro';
import { listPage, type ListView } from '#lib/records/list/list-page.server.ts';
import { approvalPolicies } from './approval-policy.server.ts';
import { approvalPolicy, approvalPolicyPath } from './approval-policy.ts';
import type { Finding } from './policy-findings.ts';
import { findingsOf } from './policy-findings.server.ts';
import { offeredPolicy } from './policy-pages.server.ts';

const { path } = approvalPolicy;

export interface PolicyListView {
  list: ListView;
  findings: Finding[];
  tabs: { label: string; href: string; current: boolean }[];
  isSimulator: boolean;
}

/** The policies by type of document, with what is wrong among them; or (`?view=simulator`) who would be asked. */
export async function policyListPage(astro: AstroGlobal): Promise<PolicyListView> {
  const {
    actor: { ability },
    t,
  } = astro.locals;
  const maySimulate = ability.can('ApprovalPolicy', 'simulate');
  const isSimulator = maySimulate && astro.url.searchParams.get('view') === 'simulator';
  const list = await listPage(
    astro,
    { ...approvalPolicies, of: offeredPolicy() },
    {
      exportPath: approvalPolicyPath.api.export,
      open: ({ id }) => (ability.can('ApprovalPolicy', 'show') ? `${path}/${id}/show` : null),
    },
  );
  const tabs = [
    { label: t('approvals.approvalPolicy.many'), href: path, current: !isSimulator },
    ...(maySimulate
      ? [{ label: t('approvals.simulation.one'), href: `${path}?view=simulator`, current: isSimulator }]
      : []),
  ];
  return { list, findings: isSimulator || list.done ? [] : await findingsOf(null), tabs, isSimulator };
}
