/** What follows from the kind of a field alone. Browser-safe, without a schema: forms and lists ask it in the browser too. */
import type { Field, FieldKind } from './fields.ts';

/** Whether several values may stand in a field. */
export const isList = ({ kind }: Pick<Field, 'kind'>): boolean =>
  kind === 'choices' || kind === 'references' || kind === 'codes';

/** Numbers stand at the right. */
export const isNumeric = (kind: FieldKind): boolean =>
  ['money', 'unit-price', 'quantity', 'percent', 'integer', 'coordinate'].includes(kind);
