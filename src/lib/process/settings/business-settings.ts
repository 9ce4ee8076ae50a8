import { z } from 'zod';
import { gstMethods } from '#lib/values/gst.ts';
import { choice, clock, email, integer, money, rows, type Field } from '#lib/values/fields.ts';
import { WEEKDAYS } from '#lib/values/constants.ts';
import { DUTY_STATES } from '#lib/values/duties.ts';
import { camel } from '#lib/values/names.ts';

/** What a whole number counts; the text with the number is `settings.units.<unit>`. */
export type Unit =
  'years' | 'days' | 'hours' | 'minutes' | 'attempts' | 'others' | 'characters' | 'megabytes' | 'backups';

export interface DeclaredSetting<V = any> {
  /** The kind of value and its constraints; its faults are shown at the field. */
  field: Field<V>;
  /** In force until somebody changes it. */
  first: unknown;
  unit?: Unit;
}

const tiers = rows({ upToCents: money({ positive: true, optional: true }), quotations: integer({ min: 0, max: 20 }) });
const week = rows({ day: choice(WEEKDAYS), opens: clock(), closes: clock() });

/**
 * The settings that the company may change, with the default of each (models of purchasing, 0.6, 1.2 and 1.16; of the
 * directory, 4.1). The part before the point is the module. A name and an explanation in every language are under
 * `settings.setting.fields` and `.hints`, by `fieldOf`.
 */
export const declaredSettings = {
  'time.working-week': {
    field: checked(week, weekFaults),
    first: WEEKDAYS.slice(0, 5).map((day) => ({ day, opens: '09:00', closes: '18:00' })),
  },
  'purchasing.direct-limit': { field: money(), first: 100_000 },
  'purchasing.specification-above': { field: money(), first: 3_000_000 },
  'purchasing.quotation-tiers': {
    field: checked(tiers, tierFaults),
    first: [
      { upToCents: 100_000, quotations: 1 },
      { upToCents: 600_000, quotations: 2 },
      { upToCents: null, quotations: 3 },
    ],
  },
  'purchasing.gst-method': { field: choice(gstMethods), first: 'on-total' },
  'purchasing.split-days': { field: integer({ min: 0, max: 366 }), unit: 'days', first: 30 },
  'purchasing.print-link-days': { field: integer({ min: 1, max: 3_650 }), unit: 'days', first: 14 },
  'approvals.link-hours': { field: integer({ min: 1, max: 720 }), unit: 'hours', first: 72 },
  'approvals.mail-limit': { field: money(), first: 500_000 },
  'directory.invitation-hours': { field: integer({ min: 1, max: 720 }), unit: 'hours', first: 72 },
  'directory.reset-link-minutes': { field: integer({ min: 5, max: 1_440 }), unit: 'minutes', first: 60 },
  'directory.least-characters': { field: integer({ min: 12, max: 64 }), unit: 'characters', first: 12 },
  'directory.no-reuse-of-last': { field: integer({ min: 0, max: 24 }), unit: 'others', first: 5 },
  'directory.sign-in-failures': { field: integer({ min: 3, max: 100 }), unit: 'attempts', first: 10 },
  'directory.sign-in-lock-minutes': { field: integer({ min: 1, max: 1_440 }), unit: 'minutes', first: 15 },
  'directory.image-megabytes': { field: integer({ min: 1, max: 10 }), unit: 'megabytes', first: 1 },
  'directory.client-renew-days': { field: integer({ min: 1, max: 365 }), unit: 'days', first: 90 },
  'directory.client-unused-days': { field: integer({ min: 1, max: 365 }), unit: 'days', first: 60 },
  'directory.keep-calls-days': { field: integer({ min: 7, max: 3_650 }), unit: 'days', first: 90 },
  'directory.email-free-after-days': { field: integer({ min: 0, max: 36_500 }), unit: 'days', first: 90 },
  'duties.requester-approver': { field: choice(DUTY_STATES), first: 'kept-apart' },
  'duties.own-role': { field: choice(DUTY_STATES), first: 'kept-apart' },
  'files.link-days': { field: integer({ min: 1, max: 3_650 }), unit: 'days', first: 14 },
  'activity.keep-years': { field: integer({ min: 5, max: 100 }), unit: 'years', first: 7 },
  'finance.notification-recipients': { field: rows({ email: email() }), first: [] },
  'mail.keep-sent-days': { field: integer({ min: 30, max: 36_500 }), unit: 'days', first: 365 },
  'email.keep-trash-days': { field: integer({ min: 1, max: 3_650 }), unit: 'days', first: 30 },
  'notifications.keep-days': { field: integer({ min: 30, max: 36_500 }), unit: 'days', first: 365 },
  'operation.keep-backups': { field: integer({ min: 0, max: 366 }), unit: 'backups', first: 7 },
  'jobs.keep-runs-days': { field: integer({ min: 7, max: 3_650 }), unit: 'days', first: 90 },
} as const satisfies Record<string, DeclaredSetting>;

export type SettingName = keyof typeof declaredSettings;
export type SettingValue<N extends SettingName> =
  (typeof declaredSettings)[N]['field'] extends Field<infer V> ? V : never;

export const settingNames = Object.keys(declaredSettings) as SettingName[];

/** The key of a setting's texts, and its name in the log: 'purchasingDirectLimit'. */
export const fieldOf = (name: string): string => camel(name.replace('.', '-'));

/** The module of a setting: its heading on the page. */
export const groupOf = (name: string): string => name.slice(0, name.indexOf('.'));

type Faults<V> = (value: V) => { at: (string | number)[]; code: string }[];

/** A field with a rule across several values. */
function checked<F extends Field>(field: F, faults: Faults<any>): F {
  const schema = field.schema.superRefine((value: unknown, context: z.RefinementCtx) => {
    for (const { at, code } of faults(value)) context.addIssue({ code: 'custom', path: at, message: code });
  });
  return { ...field, schema };
}

/** Amounts rise, and only the last row has none: it covers everything above. */
function tierFaults(entered: { upToCents: number | null }[]) {
  if (entered.length === 0) return [{ at: [], code: 'required' }];
  return entered.flatMap(({ upToCents }, index) => {
    const at = [index, 'upToCents'];
    if (index === entered.length - 1) return upToCents === null ? [] : [{ at, code: 'last-tier-open' }];
    if (upToCents === null) return [{ at, code: 'only-last-tier-open' }];
    return index > 0 && upToCents <= (entered[index - 1]!.upToCents ?? 0) ? [{ at, code: 'tiers-rise' }] : [];
  });
}

/** Each day once, closing after it opens, and at least one working day. */
function weekFaults(entered: { day: string; opens: string; closes: string }[]) {
  if (entered.length === 0) return [{ at: [], code: 'required' }];
  return entered.flatMap(({ day, opens, closes }, index) => [
    ...(entered.findIndex((other) => other.day === day) < index ? [{ at: [index, 'day'], code: 'day-twice' }] : []),
    ...(closes <= opens ? [{ at: [index, 'closes'], code: 'closes-before-opening' }] : []),
  ]);
}
