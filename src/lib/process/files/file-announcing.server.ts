import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type Actor, personId } from '#lib/values/actor.ts';
import { visible } from '#lib/values/entry-schemas.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { fileKindOf, isHeic } from './file-kinds.ts';
import type { StoredFile } from './stored-file.server.ts';

/** Limit for files of one person that no record uses yet: a gigabyte at most, and more than any form holds. */
const MOST_UNCLAIMED = 50;

/**
 * Records that a file will be uploaded. Refuses with 422 `file-type-refused`, 422 `picture-heic` and, for people, 429
 * `too-many-unclaimed` when 50 of their files are not used yet.
 */
export async function announceFile(actor: Actor, fileName: string, fileType: string): Promise<StoredFile> {
  const kind = fileKindOf(fileName, fileType);
  if (!kind) throw new Refusal(isHeic(fileName) || isHeic(fileType) ? 'picture-heic' : 'file-type-refused');
  const id = uuid();
  const person = personId(actor);
  return transaction(async (tx) => {
    if (person) await refuseTooMany(tx, person);
    return tx
      .insertInto('files')
      .values({
        id,
        storageKey: `${id}-${safeName(fileName)}`,
        fileName: namedByPerson(fileName),
        contentType: kind.contentType,
        uploadedBy: person,
        uploadedAt: new Date().toISOString(),
        state: 'pending',
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Serializes announcements of one person, so that concurrent ones do not each take the last free place. */
async function refuseTooMany(tx: Tx, person: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${person}`}, 0))`.execute(tx);
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from files where uploaded_by = ${person} and claimed_at is null`.execute(tx);
  if (rows[0]!.count >= MOST_UNCLAIMED)
    throw new Refusal('too-many-unclaimed', 429, { params: { count: MOST_UNCLAIMED } });
}

/** Letters, digits and hyphens only, so that the name is the same in an address, on every disk and in a header. */
function safeName(fileName: string): string {
  const extension = /\.[^.]+$/.exec(fileName)?.[0].toLowerCase() ?? '';
  const stem = namedByPerson(fileName).slice(0, -extension.length).normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const safe = stem
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '');
  return `${safe || 'file'}${extension}`;
}

/** Without the folders and the timestamp that a client puts in front. */
function namedByPerson(fileName: string): string {
  const name = visible(fileName.split(/[/\\]/).at(-1)!).replaceAll(/\p{Cc}/gu, '');
  return name.replace(/^\d{10,14}(?!\d)[-_ ]?(?=[^.])/, '');
}
