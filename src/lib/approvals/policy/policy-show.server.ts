import { pageParam } from '#lib/process/http/page-param.ts';
import type { AstroGlobal } from 'astro';
import type { Flash } from '#lib/process/http/flash.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { titlesOf } from '#lib/records/titles.server.ts';
import { getApprovalPolicy, type FullPolicy } from './approval-policy.server.ts';
import type { AskedFindings } from './policy-pages.server.ts';
import type { Finding } from './policy-findings.ts';
import { findingsOf } from './policy-findings.server.ts';
import { policyAsOf, policyVersions, type PolicyVersion } from './policy-versions.server.ts';
import {
  restoreApprovalPolicy,
  restorePolicyVersion,
  retireApprovalPolicy,
  withdrawPolicyVersion,
} from './policy-writing.server.ts';

export interface PolicyShowView {
  record: FullPolicy;
  /** The version that is read: the newest, or the one of `?version=`. */
  shown: FullPolicy;
  versions: PolicyVersion[];
  findings: Finding[];
  /** What the version is limited to, by name. */
  names: { departmentIds: string[]; expenseCategoryIds: string[] };
  /** What an act was asked about before it is done. */
  asked: AskedFindings | null;
}

type Act = (input: Record<string, unknown>) => Promise<Flash>;

/** The acts of a policy's page, and what one of them was asked about. */
export function policyActs(astro: Pick<AstroGlobal, 'locals' | 'params' | 'url'>): {
  acts: Record<string, Act>;
  asked: () => AskedFindings | null;
} {
  const { actor, t } = astro.locals;
  let asked: AskedFindings | null = null;
  const done =
    (work: (input: Record<string, unknown>) => Promise<{ name: string; version: number }>, inverse?: string): Act =>
    async (input) => {
      const { name, version } = await work(input).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'policy-findings') asked = error.details.newer as AskedFindings;
        throw error;
      });
      const undo = inverse && { path: astro.url.pathname, act: inverse, version };
      return { kind: 'success', text: t('records.form.saved', { name }), ...(undo && { undo }) };
    };
  const seen = (input: Record<string, unknown>) => shownVersionOf(pageParam(astro, 'id'), input);
  const acts = {
    retire: done((input) => retireApprovalPolicy(actor, seen(input), input), 'restore'),
    restore: done((input) => restoreApprovalPolicy(actor, seen(input), input)),
    restoreVersion: done((input) => restorePolicyVersion(actor, seen(input), input)),
    withdrawVersion: done((input) => withdrawPolicyVersion(actor, seen(input), input)),
  };
  return { acts, asked: () => asked };
}

/** A policy to be read, in its newest version or in the one that the address names. */
export async function policyShowPage(
  astro: Pick<AstroGlobal, 'locals' | 'params' | 'url'>,
  asked: AskedFindings | null,
): Promise<PolicyShowView> {
  const { actor } = astro.locals;
  const record = await getApprovalPolicy(actor, pageParam(astro, 'id'));
  const number = Number(astro.url.searchParams.get('version')) || record.number;
  const shown = number === record.number ? record : await policyAsOf(actor, record.id, number);
  const findings = (await findingsOf(record.docType)).filter(({ policyIds }) => policyIds.includes(record.id));
  return {
    record,
    shown,
    versions: await policyVersions(actor, record.id),
    findings,
    names: await namesOf(shown),
    asked,
  };
}

async function namesOf({ departmentIds, expenseCategoryIds }: FullPolicy): Promise<PolicyShowView['names']> {
  const titles = await titlesOf([
    ...departmentIds.map((id) => ['department', id] as const),
    ...expenseCategoryIds.map((id) => ['expense-category', id] as const),
  ]);
  const named = (ids: readonly string[]) => ids.map((id) => titles.get(id) ?? '').toSorted();
  return { departmentIds: named(departmentIds), expenseCategoryIds: named(expenseCategoryIds) };
}
