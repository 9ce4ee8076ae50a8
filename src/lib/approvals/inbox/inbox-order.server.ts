/** In which order decisions wait, the same wherever they are listed. */
import { sql, type RawBuilder } from 'kysely';
import { approvalKinds, type ApprovalKind } from '#lib/approvals/kinds.server.ts';
import type { Urgency } from '#lib/values/urgency.ts';

/** What decides among those that are due on one day, the first before the others. */
const PRESSING: readonly (Urgency | 'before')[] = ['emergency', 'before', 'late', 'critical', 'urgent'];

/** 'YYYY-MM-DD' in Singapore of an instant. */
export const singaporeDay = (instant: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${instant} at time zone 'Asia/Singapore')::date`;

/**
 * The order of tasks `t` on documents `d`: the day on which they are due; on the same day how much the document presses
 * (an emergency, needed before the decision is due, needed already, then what its author chose); then the moment they
 * are due and that they came.
 */
export function nextFirst(): RawBuilder<unknown> {
  const kinds = approvalKinds().map((kind) => sql`when ${kind.docType} then ${pressing(kind)}`);
  const rank = kinds.length > 0 ? sql`case t.doc_type ${sql.join(kinds, sql` `)} end` : sql`null::int`;
  return sql`${singaporeDay(sql`t.due_at`)}, ${rank} nulls last, t.due_at, t.opened_at, t.id`;
}

/** The place of a document of this kind in `PRESSING`; null where nothing presses. */
function pressing({ of }: ApprovalKind): RawBuilder<unknown> {
  const rank = (urgency: (typeof PRESSING)[number]) => sql.lit(PRESSING.indexOf(urgency));
  const chosen = Object.entries((of.urgency ?? {}) as Record<string, Record<string, Urgency>>);
  const cases = chosen.flatMap(([name, choices]) =>
    Object.entries(choices).map(
      ([choice, urgency]) => sql`case when ${marked(name)} = ${choice} then ${rank(urgency)} end`,
    ),
  );
  const day = of.due && sql`${marked(of.due as string)}::date`;
  if (day) {
    const today = singaporeDay(sql`now()`);
    cases.push(
      sql`case when ${day} < ${today} then ${rank('late')} when ${day} < ${singaporeDay(sql`t.due_at`)} then ${rank('before')} end`,
    );
  }
  return cases.length > 0 ? sql`least(${sql.join(cases)})` : sql`null::int`;
}

/** A field of what marks a document, as text. */
const marked = (name: string): RawBuilder<unknown> => sql`(d.marking ->> ${name}::text)`;
