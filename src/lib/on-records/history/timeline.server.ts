import type { AnyEntity } from '#lib/records/entity.ts';
import type { Reader } from '#lib/records/shown.ts';
import { commentsOf, type Comment } from '#lib/on-records/comments.server.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { describeEntry, type Described } from './describe.server.ts';

export type Moment =
  | { at: string; who: string; comment: Comment; change?: undefined }
  | { at: string; who: string; change: Described; comment?: undefined };

/** Shown by the comments themselves, or irrelevant to a reader of the record. */
const QUIET = ['commented', 'watched', 'unwatched'];

/**
 * What happened to a record and what was said about it, newest first: three statements. The caller has checked that the
 * reader may open the record.
 */
export async function timelineOf(of: AnyEntity, id: string, reader: Reader): Promise<Moment[]> {
  const [entries, comments] = await Promise.all([activityOf(id), commentsOf(of.name, id)]);
  const told = entries.filter(({ eventCode }) => !QUIET.includes(eventCode.slice(eventCode.indexOf('.') + 1)));
  const changes = (await describeEntry(told, reader)).map((change): Moment => ({
    at: change.entry.occurredAt,
    who: change.entry.actorName ?? '',
    change: { ...change, changes: worthTelling(of, change) },
  }));
  const said = comments.map((comment): Moment => ({ at: comment.createdAt, who: comment.authorName, comment }));
  return [...changes, ...said].sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
}

/** A change is shown field by field. For an act its sentence suffices: fields set by the system are in the log. */
function worthTelling(of: AnyEntity, { entry, changes }: Described): Described['changes'] {
  const event = entry.eventCode.slice(entry.eventCode.indexOf('.') + 1);
  if (event === 'updated') return changes;
  if (entry.before === null) return [];
  return changes.filter(({ name }) => name !== 'status' && !of.fields[name]?.readOnly);
}
