/** What a new document begins with because the last one said it. */
import { sql, type RawBuilder } from 'kysely';
import { db } from '#lib/process/database/database.server.ts';
import { column, notDeleted, tableOf } from '#lib/records/columns.server.ts';
import { entityNamed, inUse } from '#lib/records/entity.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { Field } from '#lib/values/fields.ts';
import type { AnyDocument } from '../document.ts';

/**
 * The records that the person's last document of this kind refers to, as far as a new one may refer to them: the place,
 * what it is charged to. Who asks is not among them, nor the department. Of somebody who has made none it is the last one
 * of their department. One statement; nothing where there is none.
 */
export async function rememberedFor(of: AnyDocument, actor: Actor): Promise<Record<string, string>> {
  const names = (of.form as readonly string[]).filter((name) => isRemembered(of, name));
  if (names.length === 0) return {};
  const values = sql.join(names.map((name) => sql`${usable(of, name)} as ${sql.id(name)}`));
  const last = (own: string, value: string | null, rank: number) => sql`
    (select ${values}, ${rank}::int as rank from ${tableOf(of)}
      where ${column(of, own)} = ${value} and ${notDeleted(of)} order by ${column(of, 'createdAt')} desc limit 1)`;
  const { rows } = await sql<Record<string, string | null>>`
    ${last(of.requester, actor.id, 0)} union all ${last(of.scope!.department!, actor.mainDepartmentId, 1)}
    order by rank limit 1`.execute(db);
  return Object.fromEntries(names.flatMap((name) => (rows[0]?.[name] ? [[name, rows[0][name]]] : [])));
}

function isRemembered(of: AnyDocument, name: string): boolean {
  const { kind, readOnly } = of.fields[name] as Field;
  return kind === 'reference' && !readOnly && ![of.requester, of.scope!.department].includes(name);
}

/** What it refers to, null where that is not in use any more. */
function usable(of: AnyDocument, name: string): RawBuilder<unknown> {
  const field = of.fields[name] as Field;
  const to = entityNamed(field.to!);
  const statuses = inUse(field, to);
  const isUsed = statuses ? sql`named.status = any(${statuses}::text[])` : sql`true`;
  return sql`(select named.id from ${tableOf(to)} named where named.id = ${column(of, name)} and ${isUsed})`;
}
