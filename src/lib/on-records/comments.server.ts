import { instantNow } from '#lib/values/time.ts';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { ticked } from '#lib/values/entry-schemas.ts';
import { parse } from '#lib/values/parse.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import { consumePoint, type Limit } from '#lib/process/database/rate-limit.server.ts';
import { readableRecord, type RecordKind } from '#lib/records/record-kinds.server.ts';
import { mentionedIn, type Mentioned } from './mentions.server.ts';
import { addWatchers } from './watchers.server.ts';
import { COMMENT_MAX } from '#lib/values/constants.ts';

interface CommentRow {
  id: string;
  entity: string;
  entityId: string;
  text: string;
  mentions: string[];
  isInternal: boolean;
  createdAt: string;
  createdBy: string;
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    comments: Table<CommentRow, 'createdAt'>;
  }
}

export interface Comment extends CommentRow {
  authorName: string;
  authorImage: string | null;
  /** Those whom it mentions, who may open the record. */
  mentioned: { username: string; name: string }[];
}

/** What is known of a comment before it is written. */
export interface WrittenComment {
  kind: RecordKind;
  actor: Actor;
  entityId: string;
  /** The people it names who may open the record. */
  mentioned: readonly string[];
}

/**
 * Called for each comment: reads what it needs before the transaction, and returns what it does within it once the
 * comment is written.
 */
export type CommentListener = (
  written: WrittenComment,
) => Promise<(tx: Tx, comment: { id: string; text: string }) => Promise<void>>;

const listeners = new Map<string, CommentListener>();

/** Called once by what wants to know of comments, when its file is loaded (`lib/modules.server.ts`). */
export function registerCommentListener(name: string, listener: CommentListener): void {
  listeners.set(name, listener);
}

/** The names of those who listen. */
export const commentListeners = (): string[] => [...listeners.keys()];

const commentSchema = z.object({
  text: z
    .string('required')
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().min(1, 'required').max(COMMENT_MAX, 'too-long')),
  isInternal: ticked,
});

const MOST = 500;
/** Each may send a mail to everybody who watches. */
const WRITING: Limit = { name: 'comments', points: 60, seconds: 600 };

/** The comments on a record, newest first. The caller has checked that the reader may open the record. */
export async function commentsOf(entity: string, id: string): Promise<Comment[]> {
  const { rows } = await sql<Comment>`
    select c.*, u.full_name as author_name, u.image as author_image,
      (select coalesce(jsonb_agg(jsonb_build_object('username', m.username, 'name', m.full_name)), '[]') from users m where m.id = any(c.mentions)) as mentioned
    from comments c join users u on u.id = c.created_by
    where c.entity = ${entity} and c.entity_id = ${id} order by c.created_at desc, c.id desc limit ${MOST}`.execute(db);
  return rows;
}

/** The comments, for those who reach the record; 404 for everybody else. */
export async function listComments(actor: Actor, entity: string, id: string): Promise<{ items: Comment[] }> {
  await readableRecord(actor, entity, id);
  return { items: await commentsOf(entity, id) };
}

/**
 * Adds a comment of whoever reaches the record. People named with @ and their user name begin to watch it when they may
 * open it; the others are given back as `withoutAccess`, by name, and what is nobody's user name as `unknown`, so that
 * the writer can be told. Whoever watches the record is told. 429 `too-many-requests` after 60 comments in ten minutes.
 */
export async function addComment(
  actor: Actor,
  entity: string,
  id: string,
  input: unknown,
): Promise<{ comment: CommentRow } & Omit<Mentioned, 'reaching'>> {
  const kind = await readableRecord(actor, entity, id);
  const { text, isInternal } = parse(commentSchema, input);
  await consumePoint(WRITING, actor.id);
  const { reaching, ...others } = await mentionedIn(kind, id, text);
  const written: WrittenComment = { kind, actor, entityId: id, mentioned: reaching };
  const announcements = await Promise.all([...listeners.values()].map((listener) => listener(written)));
  const comment = await transaction(async (tx) => {
    const made = await tx
      .insertInto('comments')
      .values({
        id: uuid(),
        entity,
        entityId: id,
        text,
        isInternal,
        mentions: reaching,
        createdAt: instantNow(),
        createdBy: actor.id,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await addWatchers(tx, entity, id, [...new Set([actor.id, ...reaching])]);
    for (const announce of announcements) await announce(tx, made);
    await logActivity(
      actor,
      { event: `${entity}.commented`, subject: kind.of.subject, entity, entityId: id, params: { commentId: made.id } },
      tx,
    );
    return made;
  });
  return { comment, ...others };
}
