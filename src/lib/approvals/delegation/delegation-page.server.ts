import type { AstroGlobal } from 'astro';
import { formChoices, type Choices } from '#lib/records/list/choices.server.ts';
import { formPost, type Form } from '#lib/records/form/form.server.ts';
import { formatInstant } from '#lib/values/time.ts';
import { approvalDelegation, type ApprovalDelegation } from './approval-delegation.ts';
import { createDelegation, delegationsOf } from './delegation.server.ts';
import type { NamedDelegation } from './approval-delegation.ts';
import { approvalKinds } from '#lib/approvals/kinds.server.ts';

const WEEK = 7 * 86_400_000;

export interface AbsenceView {
  form: Form;
  choices: Choices;
  delegations: NamedDelegation[];
  done: Response | undefined;
}

/**
 * The form for appointing a delegate for `personId`, with its current entries; `isAct` when another form of the page
 * was submitted.
 */
export async function absencePage(
  astro: AstroGlobal,
  personId: string,
  redirect: string,
  isAct = false,
): Promise<AbsenceView> {
  const docTypes = { ...approvalDelegation.fields.docTypes, values: approvalKinds().map((kind) => kind.docType) };
  const of = { ...approvalDelegation, fields: { ...approvalDelegation.fields, docTypes } };
  const { actor, t } = astro.locals;
  const initial = { fromAt: new Date().toISOString(), toAt: new Date(Date.now() + WEEK).toISOString() };
  const asked = isAct
    ? ({ ...astro, locals: astro.locals, url: astro.url, request: new Request(astro.url) } as AstroGlobal)
    : astro;
  const form = await formPost<ApprovalDelegation>(asked, of, (by, input) => createDelegation(by, input, personId), {
    initial,
    redirect,
    said: ({ fromAt, toAt }) =>
      t('approvals.approvalDelegation.made', { from: formatInstant(fromAt), to: formatInstant(toAt) }),
  });
  if (form.done) return { form, choices: {}, delegations: [], done: form.done };
  const choices = await formChoices(of, form.values);
  return {
    form,
    choices: { ...choices, toUserId: (choices['toUserId'] ?? []).filter(({ value }) => value !== personId) },
    delegations: await delegationsOf(actor, personId),
    done: undefined,
  };
}
