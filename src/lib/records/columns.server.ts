/** SQL of a declared table: its name, its columns, the titles of what they refer to. */
import { sql, type RawBuilder } from 'kysely';
import { snake } from '#lib/values/names.ts';
import { entityNamed, type AnyEntity } from './entity.ts';

/** The table of an entity, or of the lines of a document. */
export function tableOf({ table }: Pick<AnyEntity, 'table'>): RawBuilder<unknown> {
  return sql.table(snake(table));
}

/** A column of the entity's table, qualified. */
export function column(of: AnyEntity, name: string): RawBuilder<unknown> {
  return sql.ref(`${snake(of.table)}.${snake(name)}`);
}

/** The title of a referenced record, as a scalar subselect; null where the reference is empty. */
export function titleOf(entityName: string, idColumn: RawBuilder<unknown>): RawBuilder<string | null> {
  const to = entityNamed(entityName);
  const names = (to.title as readonly string[]).map((name) => sql.ref(`r.${snake(name)}`));
  return sql<string | null>`(select concat_ws(' ', ${sql.join(names)}) from ${tableOf(to)} r where r.id = ${idColumn})`;
}

/** Excludes deleted records, for kinds whose drafts can be deleted, regardless of the reader. */
export function notDeleted(of: AnyEntity): RawBuilder<boolean> {
  return of.fields['deletedAt'] ? sql<boolean>`${column(of, 'deletedAt')} is null` : sql<boolean>`true`;
}
