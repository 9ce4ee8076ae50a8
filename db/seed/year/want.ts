import type { Line } from '../requests.ts';

/** Something the garden buys, in each of these calendar months. Unit prices in dollars before GST. */
export interface Want {
  by: string;
  /** The month is added to it. */
  title: string;
  purpose: string;
  category: string;
  center: string;
  address: string;
  months: readonly number[];
  vendor?: string;
  lines: Line[];
  emergency?: string;
}

/** A want as a row of a table; `charged` is the category and the cost centre. */
export type Row = [
  by: string,
  title: string,
  purpose: string,
  charged: string,
  address: string,
  months: readonly number[],
  ...lines: Line[],
];

export const STORE = 'Site store';
export const OFFICE = 'Registered office';
export const TERRACE = 'North Terrace';

/** The want of a row. */
export const want = ([by, title, purpose, charged, address, months, ...lines]: Row): Want => {
  const [category = '', center = ''] = charged.split(' ');
  return { by, title, purpose, category, center, address, months, lines };
};
