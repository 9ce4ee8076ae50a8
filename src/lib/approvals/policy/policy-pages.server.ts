import { formChoices, type Choices } from '#lib/records/list/choices.server.ts';
import { formPost, type Form } from '#lib/records/form/form.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import type { FullPolicy } from './approval-policy.server.ts';
import { approvalPolicy, type ApprovalPolicy } from './approval-policy.ts';
import { approvalKinds } from '#lib/approvals/kinds.server.ts';
import type { Finding } from './policy-findings.ts';
import { createApprovalPolicy, updateApprovalPolicy } from './policy-writing.server.ts';

/** The findings that a save was asked about, and what to send with it when they have been read. */
export interface AskedFindings {
  findings: Finding[];
  accept: string;
}

export interface PolicyFormView {
  form: Form;
  choices: Choices;
  asked: AskedFindings | null;
  reason: string;
  done: Response | undefined;
}

const showPath = ({ id }: Pick<ApprovalPolicy, 'id'>) => `${approvalPolicy.path}/${id}/show`;

/** The policy with the kinds of document there are, as its form offers them. */
export function offeredPolicy() {
  const docType = { ...approvalPolicy.fields.docType, values: approvalKinds().map((kind) => kind.docType) };
  return { ...approvalPolicy, fields: { ...approvalPolicy.fields, docType } };
}

/** The form of a policy, new or to be changed (`record`); what a save would leave unclear comes back with it. */
export async function policyFormPage(astro: PostedPage, record: FullPolicy | null): Promise<PolicyFormView> {
  const of = offeredPolicy();
  const posted = astro.request.method === 'POST';
  const sent = posted ? await formDataOf(astro.request) : new FormData();
  const beside = { reason: String(sent.get('reason') ?? ''), accepted: String(sent.get('accepted') ?? '') };
  let asked: AskedFindings | null = null;
  const initial = record
    ? { ...record, validFrom: record.validFrom > today() ? record.validFrom : today() }
    : { priority: 0, minCents: 0, validFrom: today() };
  const form = await formPost<ApprovalPolicy>(
    posted ? withStepsInOrder(astro, sent) : astro,
    of,
    (actor, input, seen) => {
      const entered = { ...input, ...beside };
      return (record ? updateApprovalPolicy(actor, seen, entered) : createApprovalPolicy(actor, entered)).catch(
        (error: unknown) => {
          if (error instanceof Refusal && error.code === 'policy-findings')
            asked = error.details.newer as AskedFindings;
          throw error;
        },
      );
    },
    { initial, redirect: showPath },
  );
  return {
    form,
    choices: form.done ? {} : await formChoices(of, form.values),
    asked,
    reason: beside.reason,
    done: form.done,
  };
}

/**
 * The same post with the steps in the order that their positions say, and without those that ask nobody: so that what
 * is wrong with a step is told at the step as it is shown again.
 */
function withStepsInOrder(astro: PostedPage, sent: FormData): PostedPage {
  const body = new FormData();
  const steps = new Map<number, [string, FormDataEntryValue][]>();
  for (const [name, value] of sent) {
    const [, row, cell] = /^steps\.(\d{1,3})\.(\w+)$/.exec(name) ?? [];
    if (!cell) body.append(name, value);
    else steps.set(Number(row), [...(steps.get(Number(row)) ?? []), [cell, value]]);
  }
  const cellOf = (cells: [string, FormDataEntryValue][], name: string) =>
    String(cells.find(([cell]) => cell === name)?.[1] ?? '').trim();
  const position = (cells: [string, FormDataEntryValue][]) => Number(cellOf(cells, 'seq')) || Number.MAX_SAFE_INTEGER;
  const kept = [...steps]
    .toSorted(([a], [b]) => a - b)
    .map(([, cells]) => cells)
    .filter((cells) => cellOf(cells, 'rule') !== '')
    .toSorted((a, b) => position(a) - position(b));
  kept.forEach((cells, index) => {
    for (const [cell, value] of cells)
      body.append(`steps.${index}.${cell}`, cell === 'seq' ? String(index + 1) : value);
  });
  const { locals, url, params, cookies, response } = astro;
  return {
    locals,
    url,
    params,
    cookies,
    response,
    redirect: (...to: Parameters<PostedPage['redirect']>) => astro.redirect(...to),
    request: new Request(url, { method: 'POST', body }),
  };
}
