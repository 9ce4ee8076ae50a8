import type { Entity } from '#lib/kernel/entity.ts';
import type { Reader } from '#lib/kernel/shown.ts';
import { commentsOf, type Comment } from '#lib/platform/comments.server.ts';
import { activityOf } from './activity.server.ts';
import { describe, type Described } from './describe.server.ts';

export type Moment = { at: string; who: string; comment: Comment; change?: undefined } | { at: string; who: string; change: Described; comment?: undefined };

/** Told by the comments themselves, or of no interest to a reader of the record. */
const QUIET = ['commented', 'watched', 'unwatched'];

/**
 * What happened to a record and what was said about it, newest first: three statements. The caller has checked that the
 * reader may open the record.
 */
export async function timelineOf(of: Entity<any, any, any>, id: string, reader: Reader): Promise<Moment[]> {
  const [entries, comments] = await Promise.all([activityOf(id), commentsOf(of.name, id)]);
  const told = entries.filter(({ eventCode }) => !QUIET.includes(eventCode.slice(eventCode.indexOf('.') + 1)));
  const changes = (await describe(told, reader)).map((change): Moment => ({ at: change.entry.occurredAt, who: change.entry.actorName ?? '', change }));
  const said = comments.map((comment): Moment => ({ at: comment.createdAt, who: comment.authorName, comment }));
  return [...changes, ...said].sort((a, b) => (a.at < b.at ? 1 : -1));
}
