import { sql, type RawBuilder } from 'kysely';
import { column, tableOf } from '#lib/records/columns.server.ts';
import { recordPath } from '#lib/records/record-path.ts';
import { db } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { DocType } from '#lib/values/doc-types.ts';
import type { Field } from '#lib/values/fields.ts';
import { snake } from '#lib/values/names.ts';
import type { AnyDocument } from '../document.ts';
import { titleFieldOf } from '../document-name.ts';
import type { Life } from '../life.server.ts';
import { documentKinds, lifeNamed } from '../registration.server.ts';

/** A related document: what this one came from, or what came from it. */
export interface RelatedDocument {
  /** The name of its kind: 'purchase-request'. */
  kind: string;
  docType: DocType;
  id: string;
  /** Null for a draft. */
  number: string | null;
  title: string;
  status: string;
  /** The amount by which lists name it, in cents; null for a kind without one. */
  amountCents: number | null;
  direction: 'before' | 'after';
  path: string;
}

/** The most documents of one kind that are named with another, the newest. */
const MOST_RELATED = 100;

/**
 * What stands before and after a document (model of purchasing, 0.2): the documents that it or its lines refer to, and
 * those that refer to it, themselves or on their lines; no further. One statement for each kind that can be among them.
 * Only what the actor may open is named. The oldest first, those before it ahead of those after it.
 */
export async function relatedTo(actor: Actor, of: AnyDocument, id: string): Promise<RelatedDocument[]> {
  const kinds = documentKinds().map((name) => lifeNamed(name)!);
  const found = await Promise.all(kinds.map((life) => relatedOf(actor, life, of, id)));
  // Ids grow with time.
  return found.flat().toSorted((a, b) => b.direction.localeCompare(a.direction) || a.id.localeCompare(b.id));
}

async function relatedOf(actor: Actor, life: Life<any>, of: AnyDocument, id: string): Promise<RelatedDocument[]> {
  const kind = life.of as AnyDocument;
  const { show } = life.documents.options.rights;
  const [before, after] = [namedBy(of, kind, id), naming(kind, of, id)];
  if (before.length + after.length === 0 || !mayOpen(actor, kind, show)) return [];
  const amount = kind.amount ? column(kind, kind.amount) : sql`null::bigint`;
  const { rows } = await sql<Omit<RelatedDocument, 'kind' | 'docType' | 'path'>>`
    select id, number, ${column(kind, titleFieldOf(kind))} as title, status, ${amount} as amount_cents,
      case when ${any(before)} then 'before' else 'after' end as direction
    from ${tableOf(kind)} where ${any([...before, ...after])} and id <> ${id} and ${life.documents.reachOf(actor, show)}
    order by id desc limit ${MOST_RELATED}`.execute(db);
  const { name, docType } = kind;
  return rows.map((row) => ({ kind: name, docType, ...row, path: recordPath(kind, row.id) }));
}

const mayOpen = (actor: Actor, { subject }: AnyDocument, show: readonly string[]): boolean =>
  actor.type === 'system' || actor.ability.scopes(subject, show).size > 0;

/** Conditions on `kind` under which the document, or one of its lines, refers to it. */
function namedBy(of: AnyDocument, kind: AnyDocument, id: string): RawBuilder<boolean>[] {
  const named = column(kind, 'id');
  const header = referencesIn(of.fields, kind).map(
    (name) => sql<boolean>`${named} = (select f.${ref(name)} from ${tableOf(of)} f where f.id = ${id})`,
  );
  const lines = referencesIn(fieldsOfLines(of), kind).map(
    (name) =>
      sql<boolean>`${named} = any(array(select l.${ref(name)} from ${tableOf(of.lines!)} l where l.${ref(of.lines!.parent)} = ${id}))`,
  );
  return [...header, ...lines];
}

/** Conditions on `kind` under which it, or one of its lines, refers to the document. */
function naming(kind: AnyDocument, of: AnyDocument, id: string): RawBuilder<boolean>[] {
  const header = referencesIn(kind.fields, of).map((name) => sql<boolean>`${column(kind, name)} = ${id}`);
  const lines = referencesIn(fieldsOfLines(kind), of).map(
    (name) =>
      sql<boolean>`${column(kind, 'id')} = any(array(select l.${ref(kind.lines!.parent)} from ${tableOf(kind.lines!)} l where l.${ref(name)} = ${id}))`,
  );
  return [...header, ...lines];
}

const referencesIn = (fields: Record<string, Field>, to: AnyDocument): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'reference' && field.column && field.to === to.name ? [name] : [],
  );

const fieldsOfLines = ({ lines }: AnyDocument): Record<string, Field> => ({ ...lines?.fields, ...lines?.derived });

const any = (conditions: RawBuilder<boolean>[]) =>
  conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` or `)})` : sql<boolean>`false`;
const ref = (name: string) => sql.ref(snake(name));
