import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { actorOfSession } from '#lib/access/session/actor.server.ts';
import { lookAtDisk } from '#lib/administration/jobs/disk-room-job.server.ts';
import { ownDataDirectory } from '#lib/process/embedded-postgres/data-directory-owner.server.ts';
import { hasRoom, isDiskFull, noteFullDisk } from '#lib/process/config/full-disk.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { refusalOf } from '#lib/records/constraint.server.ts';
import { facts } from '#tests/access/people.ts';
import { asOwner } from '#tests/support/database.ts';
import { refusal } from '#tests/support/refusal.ts';
import { openSession } from '#lib/access/session/session.server.ts';

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
});

const owner = (statement: string) => asOwner(process.env.DATABASE_OWNER_URL!, statement);

/** While `work` runs, the database has no room for what `when` says. */
async function withoutRoom<T>(when: string, work: () => Promise<T>): Promise<T> {
  await owner(`create function no_room() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file "base/5/1": No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before ${when} for each row execute function no_room()`);
  try {
    return await work();
  } finally {
    await owner('drop function no_room cascade');
  }
}

test('what the database or the file store could not write is refused with a sentence, anything else is not', async () => {
  const error = await withoutRoom('insert on teams', () =>
    sql`insert into teams (id, name, lead_id) select gen_random_uuid(), 'Full', id from users limit 1`
      .execute(db)
      .catch((thrown: unknown) => thrown),
  );
  expect(refusalOf(error)).toMatchObject({ code: 'disk-full', status: 503, details: { retryAfter: 60 } });
  for (const code of ['ENOSPC', 'EDQUOT'])
    expect(refusalOf(Object.assign(new Error('write'), { code }))).toMatchObject({ code: 'disk-full' });
  expect(isDiskFull(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe(false);
  expect(isDiskFull(null)).toBe(false);
});

test('who is signed in can go on reading', async () => {
  const hannah = await actorNamed('requester');
  const { id } = await transaction((tx) => openSession(tx, hannah.id, false, facts()));
  await sql`update sessions set last_active_at = now() - interval '1 minute' where id = ${id}`.execute(db);
  const actor = await withoutRoom('update on sessions', () => actorOfSession(id, facts(), true));
  expect(actor?.username).toBe('requester');
  expect(await hasRoom()).toBe(false);
});

test('a process that met a full disk is not ready for some seconds', async () => {
  noteFullDisk(new Error('full'));
  expect(await hasRoom()).toBe(false);
});

test('administrators hear of a disk that fills while there is room: below 512 MB the job fails', async () => {
  const megabytes = (free: number) => lookAtDisk(async () => free * 1024 * 1024);
  expect(await megabytes(512)).toEqual({ megabytesFree: 512 });
  expect(await refusal(megabytes(511))).toMatchObject({ code: 'disk-filling', details: { params: { free: 511 } } });
});

test('a process that cannot write that it ends goes on ending', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'garden-gone-'));
  const hold = await ownDataDirectory(folder, 'a test');
  // The file that says who runs here can be read, and nothing can be written beside it.
  const kept = `${folder}-kept`;
  mkdirSync(kept);
  linkSync(join(folder, 'running.json'), join(kept, 'running.json'));
  rmSync(folder, { recursive: true });
  renameSync(kept, folder);
  expect(() => hold.announceEnd()).not.toThrow();
  expect(() => hold.release()).not.toThrow();
  rmSync(folder, { recursive: true, force: true });
});
