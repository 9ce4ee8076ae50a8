import type { AstroGlobal } from 'astro';
import { formChoices, type Choices } from '#lib/kernel/choices.server.ts';
import type { Entity } from '#lib/kernel/entity.ts';
import { choice, choices, date, money, reference, references } from '#lib/kernel/fields.ts';
import { readForm, typedOf } from '#lib/kernel/form-values.ts';
import type { Form } from '#lib/kernel/form.server.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { faultSentence } from '#lib/kernel/sentence.server.ts';
import { today } from '#lib/kernel/time.ts';
import { approvalPolicy } from './approval-policy.ts';
import { DOC_TYPES, FLAGS } from './doc-types.ts';
import { approvalKinds } from './kinds.server.ts';
import { simulateApproval, type Simulation } from './simulate.server.ts';

export interface SimulatorView {
  form: Form;
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

/** The question of the simulator, as a form that asks by its address: `?docType=PR&netCents=5,000.00…` can be sent to somebody. */
function question(): Entity<any, any, any> {
  const fields = {
    docType: choice(approvalKinds().map((kind) => kind.docType) as unknown as typeof DOC_TYPES),
    requesterId: reference('user'),
    departmentId: reference('department'),
    netCents: money(),
    addedUpCents: money({ optional: true }),
    expenseCategoryIds: references('expense-category', { optional: true }),
    flags: choices(FLAGS.filter((flag) => flag !== 'split') as [string, ...string[]], { optional: true }),
    date: date({ optional: true }),
  };
  return { ...approvalPolicy, key: 'simulation', fields, form: FIELDS } as unknown as Entity<any, any, any>;
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
  const form: Form = {
    of,
    names: FIELDS,
    values: { ...first, ...typed },
    seen: {},
    version: undefined,
    errors: [],
    problem: null,
    conflict: null,
    draft: null,
    others: [],
    act: null,
    done: undefined,
  };
  const offered = await formChoices(of, form.values, FIELDS);
  if (!isAsked) return { form, choices: offered, simulation: null };
  try {
    return { form, choices: offered, simulation: await simulateApproval(actor, input) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 422) throw error;
    const errors = error.errors.map(({ path, code, params }) => ({
      path,
      code: wrong[path] ?? code,
      message: faultSentence(t, { code: wrong[path] ?? code, params }),
    }));
    return { form: { ...form, errors }, choices: offered, simulation: null };
  }
}
