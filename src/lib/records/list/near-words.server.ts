import { sql } from 'kysely';
import { boundedDb, isTooLong } from '#lib/process/database/database.server.ts';
import { column, tableOf } from '../columns.server.ts';
import { listCondition, type ListParts } from './list-condition.server.ts';
import type { ListQuery } from './list-query.ts';
import { nearestWordsIn, nearWordPatterns } from '#lib/values/near-word.ts';

/** Limit for each list; more would not improve the suggestions. */
const MOST_ROWS = 20;
const MOST_WORDS = 4;

/** A list in a state, without its words. */
export interface Searched {
  parts: ListParts;
  query: ListQuery;
}

interface Slip {
  words: string[];
  place: number;
  near: string[];
}

/**
 * The words somebody may have meant for whom nothing in these lists has them: one of them put right, so that a row the
 * reader reaches has them all. Null where there is none, or where looking takes too long.
 */
export async function suggestedWords(lists: readonly Searched[], q: string): Promise<string | null> {
  const words = q.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const slips = words
    .map((word, place) => ({ words, place, near: nearWordPatterns(word) }))
    .filter(({ near }) => near.length > 0);
  const texts = lists.flatMap((list) =>
    slips.map(
      (slip, of) => sql`(select ${of}::int as of, near.search from ${rowsNear(list, slip)} near limit ${MOST_ROWS})`,
    ),
  );
  if (texts.length === 0) return null;
  return sql<{ of: number; search: string }>`${sql.join(texts, sql` union all `)}`.execute(boundedDb).then(
    ({ rows }) => mostMeant(rows.map(({ of, search }) => ({ slip: slips[of]!, search }))),
    (error: unknown) => (isTooLong(error) ? null : Promise.reject(error)),
  );
}

/**
 * The rows of a list with a near word and all the others. Each pattern by itself and without a limit inside (`offset
 * 0`): only so are all of them looked up in the trigram index, however common one of them is thought to be.
 */
function rowsNear({ parts, query }: Searched, { words, place, near }: Slip) {
  const search = column(parts.of, 'search');
  const others = listCondition(parts, { ...query, q: words.toSpliced(place, 1).join(' ') });
  return sql`unnest(${near.map((one) => `% ${one}%`)}::text[]) pattern cross join lateral
    (select ${search} from ${tableOf(parts.of)} where ${search} like pattern and ${others} offset 0)`;
}

/** What the most texts have, of those that are nearest. */
function mostMeant(found: { slip: Slip; search: string }[]): string | null {
  const counts = new Map<string, { count: number; longer: number }>();
  for (const {
    slip: { words, place, near },
    search,
  } of found) {
    const [nearest] = nearestWordsIn(search, near);
    if (!nearest) continue;
    const meant = words.toSpliced(place, 1, nearest).join(' ');
    counts.set(meant, {
      count: (counts.get(meant)?.count ?? 0) + 1,
      longer: Math.max(0, nearest.length - words[place]!.length),
    });
  }
  const [first] = [...counts].toSorted(([, a], [, b]) => a.longer - b.longer || b.count - a.count);
  return first?.[0] ?? null;
}
