import { labels, type Worded } from '#lib/records/entity.ts';
import type { Translate } from '#lib/values/languages.ts';

/** The label of a fault's path: a field's, or "Approvers 2, Limit" for a cell of a row. '' for a path that is no field. */
export function labelOfPath(of: Worded, path: string, t: Translate): string {
  const [name = '', row, cell] = path.split('.');
  const field = of.fields[name];
  if (!field) return '';
  const label = t(labels.field(of, name));
  return row && cell && field.cells
    ? `${label} ${Number(row) + 1}, ${t(`${labels.field(of, name)}Cells.${cell}`)}`
    : label;
}
