/**
 * Facts that follow from the kind of a field alone. Browser-safe, without a schema: forms and lists use them in the
 * browser too.
 */
import type { Field, FieldKind } from './fields.ts';

/** Whether a field can have several values. */
export const isList = ({ kind }: Pick<Field, 'kind'>): boolean =>
  kind === 'choices' || kind === 'references' || kind === 'codes';

/** Numbers are aligned right. */
export const isNumeric = (kind: FieldKind): boolean =>
  ['money', 'unit-price', 'quantity', 'percent', 'integer', 'coordinate'].includes(kind);
