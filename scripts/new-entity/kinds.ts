/** A kind of field that can be asked for: its function in `values/fields.ts` and its column. */
export interface KindOfField {
  call: string;
  column: string;
  /** What follows the kind's name: the most characters, the greatest number (may be left out), values or an entity. */
  takes?: 'max' | 'max?' | 'values' | 'entity';
  /** How names of such fields end, so that nobody takes cents for dollars. */
  ending?: string;
  check?: (column: string) => string;
  /** For the help. */
  example: string;
  says: string;
}

export const kinds: Record<string, KindOfField> = {
  text: { call: 'text', column: 'text', takes: 'max', example: 'name', says: 'one line, at most so many characters' },
  'long-text': { call: 'longText', column: 'text', takes: 'max', example: 'note', says: 'several lines' },
  email: {
    call: 'email',
    column: 'text',
    check: (column) => `${column} = lower(${column})`,
    example: 'email',
    says: 'kept in lower case',
  },
  'contact-number': {
    call: 'contactNumber',
    column: 'text',
    check: (column) => `${column} ~ '^\\+\\d{1,3} \\d{8}$'`,
    example: 'contactNumber',
    says: "kept as '+65 91234567'",
  },
  boolean: { call: 'boolean', column: 'boolean', example: 'lockable', says: 'yes or no, never empty' },
  integer: {
    call: 'integer',
    column: 'bigint',
    takes: 'max?',
    example: 'heightCm',
    says: 'a whole number, at most so great',
  },
  money: { call: 'money', column: 'bigint', ending: 'Cents', example: 'feeCents', says: 'Singapore cents' },
  'unit-price': {
    call: 'unitPrice',
    column: 'bigint',
    ending: 'E4',
    example: 'priceE4',
    says: 'ten-thousandths of a dollar',
  },
  quantity: { call: 'quantity', column: 'numeric(14,3)', example: 'load', says: 'above zero, at most three decimals' },
  percent: { call: 'percent', column: 'integer', example: 'rate', says: 'basis points: 900 is 9 %' },
  date: { call: 'date', column: 'date', example: 'builtOn', says: 'a day' },
  clock: {
    call: 'clock',
    column: 'text',
    check: (column) => `${column} ~ '^([01]\\d|2[0-3]):[0-5]\\d$'`,
    example: 'opensAt',
    says: 'a time of day',
  },
  instant: { call: 'instant', column: 'timestamptz', example: 'checkedAt', says: 'a point in time' },
  choice: { call: 'choice', column: 'text', takes: 'values', example: 'material', says: 'one of the values' },
  reference: {
    call: 'reference',
    column: 'uuid',
    takes: 'entity',
    ending: 'Id',
    example: 'storeKeeperId',
    says: 'a record of another kind',
  },
};
