import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { type Actor, publicActor } from '#lib/values/actor.ts';
import '#lib/modules.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { writePrintFile } from '#lib/documents/prints/print-files.server.ts';
import { claimFile } from '#lib/process/files/file-claims.server.ts';
import { writeIncoming } from '#lib/process/files/file-incoming.server.ts';
import { objectKey, uncheckedKey, variantKey } from '#lib/process/files/file-keys.ts';
import { sweepFiles } from '#lib/process/files/file-sweep.server.ts';
import { addStoredFile, openDownload, presignUpload } from '#lib/process/files/files.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { resultText } from '#lib/process/jobs/job-words.ts';
import { runJob } from '#lib/administration/jobs/jobs.server.ts';
import { objects } from '#lib/process/files/object-store.server.ts';
import { photo } from '#tests/support/photos.ts';

const english = translatorFor('en');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const later = (days: number) => Date.now() + days * DAY + HOUR;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF');

/** What the nightly sweep takes away and what it leaves; run once for the disk and once for an S3 store. */
export function sweepStories(): void {
  describe('the sweep', () => {
    test('removes after a day what nobody used, with everything that lies of it', async () => {
      const ann = await person();
      const unused = await addStoredFile(ann, 'unused.jpg', await photo());
      await openDownload(ann, unused.storageKey, new URLSearchParams({ size: '96' }));
      expect(await objects.find(variantKey(unused.storageKey, 96))).not.toBeNull();
      const { signedUrl } = await presignUpload(ann, { fileName: 'never-sent.pdf', fileType: 'application/pdf' });
      const used = await claimed(ann);

      expect(await sweepFiles()).toMatchObject({ files: 0, strays: 0, missing: 0 });
      expect(await isThere(unused.storageKey)).toBe(true);
      expect(await sweepFiles(later(1))).toMatchObject({ files: 2, missing: 0 });
      expect([
        await isThere(unused.storageKey),
        await isThere(used),
        await rowOf(signedUrl.split('?')[0]!.split('/').at(-1)!),
      ]).toEqual([false, true, undefined]);
      expect(await objects.find(variantKey(unused.storageKey, 96))).toBeNull();
    });

    test('leaves what waits in a draft of a form, until the draft is gone', async () => {
      const ann = await person();
      const { storageKey } = await addStoredFile(ann, 'quotation.pdf', pdf);
      await sql`insert into drafts (user_id, place, data) values (${ann.id}, '/purchasing/purchase-requests/new/create', ${JSON.stringify({ files: [JSON.stringify([{ fileName: storageKey, name: 'quotation.pdf', kind: 'quotation' }])] })})`.execute(
        db,
      );
      await sweepFiles(later(20));
      expect(await isThere(storageKey)).toBe(true);
      await sql`delete from drafts where user_id = ${ann.id}`.execute(db);
      await sweepFiles(later(20));
      expect(await isThere(storageKey)).toBe(false);
    });

    test('removes a week later what its record has let go, and not what was taken up again meanwhile', async () => {
      const ann = await person();
      const [old, back] = [await claimed(ann), await claimed(ann)];
      await sql`update users set image_file_storage = null where image_file_storage in (${old}, ${back})`.execute(db);
      await sweepFiles(later(1));
      expect([await isThere(old), await isThere(back)]).toEqual([true, true]);
      await sql`update users set image_file_storage = ${back} where id = ${ann.id}`.execute(db);
      await sweepFiles(later(5));
      await sweepFiles(later(9));
      expect([await isThere(old), await isThere(back)]).toEqual([false, true]);
      await sql`update users set image_file_storage = null where id = ${ann.id}`.execute(db);
      await sweepFiles(later(10));
      expect(await isThere(back)).toBe(true);
    });

    test('removes the files of a record that is gone, and keeps those that were only taken off one', async () => {
      const ann = await person();
      const team = uuid();
      await transaction(async (tx) => {
        await sql`insert into teams (id, name, lead_id, created_by, updated_by) values (${team}, ${team}, ${ann.id}, ${ann.id}, ${ann.id})`.execute(
          tx,
        );
        await sql`insert into team_members (team_id, user_id) values (${team}, ${ann.id})`.execute(tx);
      });
      const [kept, orphan] = [await attached(ann, team), await attached(ann, uuid())];
      await sql`update attachments set removed_at = now(), removed_by = ${ann.id} where entity_id = ${team}`.execute(
        db,
      );
      expect(await sweepFiles(later(1))).toMatchObject({ attachments: 1 });
      await sweepFiles(later(9));
      expect([await isThere(kept), await isThere(orphan)]).toEqual([true, false]);
    });

    test('removes objects that no row knows, but neither young ones nor those of prints', async () => {
      const ann = await person();
      const used = await claimed(ann);
      const [stray, picture] = [`files/00/${uuid()}-stray.pdf`, variantKey(`${uuid()}-gone.jpg`, 96)];
      for (const key of [stray, picture]) await put(key);
      const paper = await writePrintFile({ bytes: pdf, sha256: createHash('sha256').update(pdf).digest('hex') });
      await sql`insert into print_versions (id, doc_type, name, doc_id, revision, status, code, language, sha256, storage_key, data)
        values (${uuid()}, 'PR', 'prf', ${uuid()}, 1, 'approved', '7K4M-QX2P-93TD', 'en', ${'a'.repeat(64)}, ${paper}, '{}')`.execute(
        db,
      );
      expect(await sweepFiles()).toMatchObject({ strays: 0 });
      expect(await sweepFiles(later(1))).toMatchObject({ strays: 2, missing: 0 });
      expect(
        await Promise.all(
          [stray, picture, objectKey(used), `prints/${paper}`].map(async (key) => (await objects.find(key)) !== null),
        ),
      ).toEqual([false, false, true, true]);
    });

    test('reports rows whose object is missing, and removes none', async () => {
      const ann = await person();
      const used = await claimed(ann);
      await objects.remove(objectKey(used));
      expect(await sweepFiles(later(1))).toMatchObject({ missing: 1 });
      expect(await rowOf(used)).toBeDefined();
      expect(resultText(english, await runJob('files-sweep', 'schedule'))).toBe(
        'The content of 1 file is not in the store. The server log names it.',
      );
      await put(objectKey(used));
      expect(await runJob('files-sweep', 'schedule')).toMatchObject({
        outcome: 'done',
        result: { attachments: 0, files: 0, strays: 0 },
      });
    });

    test('removes nothing when most of the store is unknown to this database', async () => {
      const strays = Array.from({ length: 60 }, () => `files/ab/${uuid()}-of-another-garden.pdf`);
      for (const key of strays) await put(key);
      expect(await sweepFiles(later(1))).toMatchObject({ strays: 0, doubted: 60 });
      expect(await objects.find(strays[0]!)).not.toBeNull();
      for (const key of strays) await objects.remove(key);
    });

    test('and people who send and use files at the same time lose none', async () => {
      const ann = await person();
      const busy = Array.from({ length: 12 }, () => claimed(ann));
      const sweeps = Array.from({ length: 4 }, () => sweepFiles(later(0)));
      const keys = await Promise.all(busy);
      await Promise.all(sweeps);
      expect(await Promise.all(keys.map(isThere))).toEqual(keys.map(() => true));
    });

    test('or a person who uses a file at the moment it is swept either has it or is told', async () => {
      const ann = await person();
      for (let round = 0; round < 8; round += 1) {
        const { storageKey } = await addStoredFile(ann, 'late.pdf', pdf);
        const use = transaction((tx) => claimFile(tx, storageKey)).then(
          () => 'used',
          (error: { errors: { code: string }[] }) => error.errors[0]!.code,
        );
        await sweepFiles(later(1));
        const outcome = await use;
        expect(await isThere(storageKey)).toBe(outcome === 'used');
        if (outcome !== 'used') expect(outcome).toBe('file-not-uploaded');
        await sql`update files set claimed_at = now() where storage_key = ${storageKey}`.execute(db);
      }
    });

    if (objects.direct)
      test('removes what was sent to the store itself and never asked for', async () => {
        const ann = await person();
        const { signedUrl } = await presignUpload(ann, {
          fileName: 'sent.pdf',
          fileType: 'application/pdf',
          fileSize: pdf.length,
        });
        expect(
          (await fetch(signedUrl, { method: 'PUT', body: pdf, headers: { 'content-type': 'application/pdf' } })).status,
        ).toBe(200);
        const key = signedUrl.split('?')[0]!.split('/').at(-1)!;
        await put(uncheckedKey(`${uuid()}-unknown.pdf`));
        await sweepFiles();
        expect(await objects.find(uncheckedKey(key))).not.toBeNull();
        await sweepFiles(later(1));
        expect([await objects.find(uncheckedKey(key)), await rowOf(key)]).toEqual([null, undefined]);
        for await (const object of objects.list('incoming/')) expect(object).toBeUndefined();
      });
  });
}

async function person(): Promise<Actor> {
  const id = uuid();
  await sql`insert into users (id, username, email, full_name) values (${id}, ${id}, ${`${id}@garden.example`}, 'Ann Tan')`.execute(
    db,
  );
  return {
    ...publicActor({ requestId: 'test', ip: null, userAgent: null }),
    type: 'user',
    id,
    fullName: 'Ann Tan',
    username: id,
  };
}

/** A file that a record uses: the picture of somebody. */
async function claimed(actor: Actor): Promise<string> {
  const { storageKey } = await addStoredFile(actor, 'used.pdf', pdf);
  const holder = await person();
  await transaction(async (tx) => {
    await claimFile(tx, storageKey);
    await sql`update users set image_file_storage = ${storageKey} where id = ${holder.id}`.execute(tx);
  });
  return storageKey;
}

async function attached(actor: Actor, team: string): Promise<string> {
  const { id, storageKey } = await addStoredFile(actor, 'plan.pdf', pdf);
  await transaction(async (tx) => {
    await claimFile(tx, storageKey);
    await sql`insert into attachments (id, entity, entity_id, kind, file_id, created_by) values (${uuid()}, 'team', ${team}, 'document', ${id}, ${actor.id})`.execute(
      tx,
    );
  });
  return storageKey;
}

async function isThere(storageKey: string): Promise<boolean> {
  const [row, object] = [await rowOf(storageKey), await objects.find(objectKey(storageKey))];
  expect(row !== undefined, 'row and object live and go together').toBe(object !== null);
  return object !== null;
}

function rowOf(storageKey: string) {
  return db.selectFrom('files').select('id').where('storageKey', '=', storageKey).executeTakeFirst();
}

async function put(key: string): Promise<void> {
  const { path, sha256 } = await writeIncoming([pdf]);
  await objects.put(key, path, { contentType: 'application/pdf', sha256 });
}
