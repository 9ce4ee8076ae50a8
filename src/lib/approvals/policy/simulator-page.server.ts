import type { AstroGlobal } from 'astro';
import { formChoices, type Choices } from '#lib/records/list/choices.server.ts';
import { choices, date, money, reference, references } from '#lib/values/fields.ts';
import { readForm, typedOf } from '#lib/records/form/form-values.ts';
import type { ShownForm } from '#lib/records/form/form.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { wordedFaults } from '#lib/process/i18n/sentence.server.ts';
import { today } from '#lib/values/time.ts';
import { approvalPolicy } from './approval-policy.ts';
import { offeredPolicy } from './policy-pages.server.ts';
import { FLAGS } from '#lib/approvals/flags.ts';
import { approvalKinds } from '#lib/approvals/kinds.server.ts';
import { simulateApproval, type Simulation } from './simulate.server.ts';

export interface SimulatorView {
  form: ShownForm;
  choices: Choices;
  simulation: Simulation | null;
}

const FIELDS = [
  'docType',
  'date',
  'requesterId',
  'departmentId',
  'netCents',
  'addedUpCents',
  'expenseCategoryIds',
  'flags',
] as const;

/**
 * The question of the simulator, as a form that asks by its address: `?docType=PR&netCents=5,000.00…` can be sent to
 * somebody.
 */
function question(): SimulatorView['form']['of'] & { form: typeof FIELDS } {
  const fields = {
    docType: offeredPolicy().fields.docType,
    requesterId: reference('user'),
    departmentId: reference('department'),
    netCents: money(),
    addedUpCents: money({ optional: true }),
    expenseCategoryIds: references('expense-category', { optional: true }),
    flags: choices(FLAGS.filter((flag) => flag !== 'split') as [string, ...string[]], { optional: true }),
    date: date({ optional: true }),
  };
  return { module: approvalPolicy.module, key: 'simulation', fields, form: FIELDS };
}

/** "Who would be asked for this?": the form with what was asked, and the answer where it can be given. */
export async function simulatorPage({
  locals: { actor, t, language },
  url: { searchParams },
}: Pick<AstroGlobal, 'locals' | 'url'>): Promise<SimulatorView> {
  const of = question();
  const data = new FormData();
  for (const [name, value] of searchParams) data.append(name, value);
  const first = typedOf(
    of,
    FIELDS,
    {
      requesterId: actor.id,
      departmentId: actor.mainDepartmentId,
      docType: approvalKinds()[0]?.docType,
      date: today(),
    },
    language,
  );
  const { input, typed, wrong } = readForm(of, FIELDS, data, language);
  const isAsked = searchParams.has('netCents');
  const form: ShownForm = { of, names: FIELDS, values: { ...first, ...typed }, errors: [] };
  const offered = await formChoices(of, form.values, FIELDS);
  if (!isAsked) return { form, choices: offered, simulation: null };
  try {
    return { form, choices: offered, simulation: await simulateApproval(actor, input) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 422) throw error;
    const faults = error.errors.map((fault) => ({ ...fault, code: wrong[fault.path] ?? fault.code }));
    const errors = wordedFaults(t, faults);
    return { form: { ...form, errors }, choices: offered, simulation: null };
  }
}
