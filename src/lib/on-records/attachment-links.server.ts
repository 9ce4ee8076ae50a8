/** Links that open one attachment without signing in: made, listed, ended, used. Confidential files have none. */
import { validate } from 'uuid';
import { sharedFilePath } from './paths.ts';
import { filePath } from '#lib/process/files/paths.ts';
import type { Actor } from '#lib/values/actor.ts';
import {
  linksOf,
  type MadeLink,
  openedByLink,
  type PublicLink,
  revokeLink,
} from '#lib/access/tokens/public-links.server.ts';
import { createToken, peekToken, type PublicToken, useToken } from '#lib/access/tokens/public-tokens.server.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { notFound, Refusal } from '#lib/values/refusal.ts';
import {
  attachmentFor,
  type FoundAttachment,
  FILE_LINK,
  findAttachment,
  mayShareAttachment,
} from './attachments.server.ts';
import { bodyOf } from '#lib/process/http/body.server.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db, type Db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { rangeAskedOf } from '#lib/process/files/file-response.server.ts';
import { type Download, variantDownload, wholeDownload } from '#lib/process/files/file-download.server.ts';
import type { Limit } from '#lib/process/database/rate-limit.server.ts';
import { readableRecord, recordExists } from '#lib/records/record-kinds.server.ts';
import { fileByKey } from '#lib/process/files/stored-file.server.ts';

/** Files opened without signing in, from one address: a page, its picture and its download each count. */
const LIMIT: Limit = { name: 'file-link', points: 60, seconds: 60 };

/** How long one download may take whose parts count once. */
const DOWNLOAD_MS = 3_600_000;

/** What the page of a file shows. */
export interface FilePage {
  file: FoundAttachment;
  /** Where its bytes are fetched. */
  content: string;
  /** The page of its record; null for visitors with a link. */
  recordPath: string | null;
  /** Until when the link works that led here; null for the people of the record. */
  until: string | null;
  /** For people who may share the file: its links, or why there can be none. */
  sharing: { links: PublicLink[]; refused: 'file-confidential' | null } | null;
}

/**
 * Makes an address under which a file can be seen and fetched without signing in, for as many days as `files.link-days`
 * says. It is told here and never again. 404 out of reach, 403 for who may not handle the record's files,
 * 409 `file-confidential`.
 */
export async function createFileLink(actor: Actor, attachmentId: string): Promise<MadeLink> {
  const file = await shareable(actor, attachmentId);
  if (file.confidential) throw new Refusal('file-confidential', 409);
  const hours = 24 * (await businessSetting('files.link-days'));
  const { token, expiresAt } = await transaction(async (tx) => {
    const made = await createToken(tx, actor, { purpose: FILE_LINK, subjectId: file.id, hours });
    await logLink(actor, file, 'file-link-created', tx, { until: made.expiresAt });
    return made;
  });
  return { url: config.publicOrigin + sharedFilePath.page(token), expiresAt };
}

/** The links created for a file, newest first, for those who may create some. */
export async function fileLinksOf(actor: Actor, attachmentId: string): Promise<PublicLink[]> {
  return linksOf(FILE_LINK, (await shareable(actor, attachmentId)).id);
}

/** Ends one link at once; 404 for one of another file. */
export async function revokeFileLink(actor: Actor, attachmentId: string, linkId: string): Promise<void> {
  const file = await shareable(actor, attachmentId);
  await transaction(async (tx) => {
    await revokeLink(tx, FILE_LINK, file.id, linkId);
    await logLink(actor, file, 'file-link-revoked', tx);
  });
}

/**
 * The page behind `/file/{key}`: `key` is the token of a link, or, for somebody signed in who may read it, the id of an
 * attachment. Everything else is 404, noted in the log, and 429 after many in a minute. Opening the page is no use of
 * the link, so that the scanner of a mail server uses none up; fetching the file is.
 */
export async function openFilePage(actor: Actor, key: string): Promise<FilePage> {
  const own = validate(key) ? await attachmentFor(actor, key) : null;
  if (own) return pageFor(actor, own);
  return byLink(actor, async () => {
    const token = await peekToken(db, FILE_LINK, key);
    const file = token && (await linked(db, token.subjectId));
    if (!token || !file) throw notFound();
    return { file, content: sharedFilePath.content(key), recordPath: null, until: token.expiresAt, sharing: null };
  });
}

/** What the form of that page posts: makes a link, which is answered to be shown this once, or ends one. */
export async function postedFileLink(
  { request, locals }: { request: Request; locals: App.Locals },
  key: string,
): Promise<MadeLink | undefined> {
  if (request.method !== 'POST') return undefined;
  const { act, link } = await bodyOf(request);
  if (act !== 'revoke') return createFileLink(locals.actor, key);
  await revokeFileLink(locals.actor, key, String(link));
  return undefined;
}

/**
 * The bytes behind a link; with `size` in the query a smaller picture. Counted and logged, but for the later parts of a
 * download that was counted.
 */
export function openLinkedFile(
  actor: Actor,
  token: string,
  query: URLSearchParams,
  headers = new Headers(),
): Promise<Download> {
  return byLink(actor, async () => {
    const link = await peekToken(db, FILE_LINK, token);
    const attached = link && (await linked(db, link.subjectId));
    if (!attached) throw notFound();
    const file = await fileByKey(attached.storageKey);
    const found = query.has('size') ? await variantDownload(file, Number(query.get('size'))) : wholeDownload(file);
    if (!isLaterPart(link, rangeAskedOf(found, headers)))
      await transaction(async (tx) => {
        await useToken(tx, FILE_LINK, token);
        await logLink(actor, attached, 'file-link-used', tx);
      });
    return found;
  });
}

async function pageFor(actor: Actor, file: FoundAttachment): Promise<FilePage> {
  const { path } = await readableRecord(actor, file.entity, file.entityId);
  const may = await mayShareAttachment(actor, file);
  const refused = file.confidential ? ('file-confidential' as const) : null;
  const sharing = may ? { links: refused ? [] : await linksOf(FILE_LINK, file.id), refused } : null;
  return { file, content: filePath(file.storageKey), recordPath: path(file.entityId), until: null, sharing };
}

async function shareable(actor: Actor, attachmentId: string): Promise<FoundAttachment> {
  const file = validate(attachmentId) ? await attachmentFor(actor, attachmentId) : null;
  if (!file) throw notFound();
  if (!(await mayShareAttachment(actor, file))) throw new Refusal('not-authorized', 403);
  return file;
}

/** A file that is still on a record that is still there, and not confidential. */
async function linked(reader: Db, attachmentId: string): Promise<FoundAttachment | null> {
  const file = await findAttachment(reader, attachmentId);
  return file && !file.confidential && (await recordExists(reader, file.entity, file.entityId)) ? file : null;
}

const byLink = <T>(actor: Actor, open: () => Promise<T>): Promise<T> =>
  openedByLink(actor, LIMIT, open, (reasonCode) =>
    logActivity(actor, { event: 'file.link-refused', subject: 'Auth', outcome: 'refused', reasonCode }),
  );

/** Whether it goes on with a download: of one that began a while ago at most. */
function isLaterPart({ lastUsedAt }: PublicToken, range: ReturnType<typeof rangeAskedOf>): boolean {
  const goesOn = lastUsedAt !== null && Date.now() - Date.parse(lastUsedAt) < DOWNLOAD_MS;
  return goesOn && range !== null && range !== 'none' && range.start > 0;
}

async function logLink(
  actor: Actor,
  { entity, entityId, fileName, subject }: FoundAttachment,
  event: string,
  tx: Tx,
  params: Record<string, unknown> = {},
): Promise<void> {
  await logActivity(
    actor,
    { event: `${entity}.${event}`, subject, entity, entityId, params: { file: fileName, ...params } },
    tx,
  );
}
