import { sql, type RawBuilder } from 'kysely';
import { column, tableOf } from '#lib/records/columns.server.ts';
import { snake } from '#lib/values/names.ts';
import { waitingFor } from '../asked.server.ts';
import type { AnyDocument, ProgressDeclaration } from '../document.ts';
import type { Progress } from './progress.ts';

/**
 * What is worked out of every document when it is read: for whose decision it waits, and how far it has come. For its
 * store.
 */
export function computedOf(of: AnyDocument): Record<string, () => RawBuilder<unknown>> {
  const progress = Object.entries((of.progress ?? {}) as Record<string, ProgressDeclaration>);
  return {
    waitingFor: () => waitingFor(of),
    ...Object.fromEntries(progress.map(([name, declared]) => [name, () => progressSql(of, declared)])),
  };
}

function progressSql(of: AnyDocument, { of: from, done, wanted }: ProgressDeclaration): RawBuilder<Progress> {
  if (from === 'document') {
    const [is, ought] = [column(of, done), column(of, wanted)];
    return sql<Progress>`(case when ${is} = 0 then 'none' when abs(${is}) >= abs(${ought}) then 'full' else 'partial' end)`;
  }
  const lines = of.lines!;
  const [is, ought] = [sql.ref(`l.${snake(done)}`), sql.ref(`l.${snake(wanted)}`)];
  const open = 'lineState' in lines.record.fields ? sql<boolean>`l.line_state <> 'rejected'` : sql<boolean>`true`;
  return sql<Progress>`(select case when not coalesce(bool_or(${is} <> 0), false) then 'none' when bool_and(abs(${is}) >= abs(${ought})) then 'full' else 'partial' end
    from ${tableOf(lines)} l where l.${sql.ref(snake(lines.parent))} = ${column(of, 'id')} and ${open})`;
}
