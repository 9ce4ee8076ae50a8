import type { FieldError } from '#lib/values/refusal.ts';
import type { Tx } from '#lib/process/database/database.server.ts';

/** For the people named at these entries, a fault `not-active` for each who is not an active person; one statement. */
export async function notActive(tx: Tx, asked: readonly { path: string; id: string }[]): Promise<FieldError[]> {
  if (asked.length === 0) return [];
  const active = await tx
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'active')
    .where(
      'id',
      'in',
      asked.map(({ id }) => id),
    )
    .execute();
  const ids = new Set(active.map(({ id }) => id));
  return asked.filter(({ id }) => !ids.has(id)).map(({ path }) => ({ path, code: 'not-active' }));
}

/** A fault `chosen-twice` for each row of the list whose person is in an earlier row. */
export function chosenTwice(list: string, rows: readonly { userId: string }[]): FieldError[] {
  return rows.flatMap(({ userId }, index) =>
    rows.findIndex((other) => other.userId === userId) < index
      ? [{ path: `${list}.${index}.userId`, code: 'chosen-twice' }]
      : [],
  );
}
