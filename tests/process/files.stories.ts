import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Actor, publicActor, systemActor } from '#lib/values/actor.ts';
import { PICTURE_MAX_PIXELS, SIGNED_URL_MS, UPLOAD_MAX_BYTES } from '#lib/values/constants.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { registerFileReader } from '#lib/process/files/file-access.server.ts';
import { claimFile, uploadedFile } from '#lib/process/files/file-claims.server.ts';
import { writeIncoming } from '#lib/process/files/file-incoming.server.ts';
import { objectKey } from '#lib/process/files/file-keys.ts';
import { download } from '#lib/process/files/file-response.server.ts';
import {
  acceptUpload,
  addStoredFile,
  openDownload,
  presignDownload,
  presignUpload,
} from '#lib/process/files/files.server.ts';
import { objects } from '#lib/process/files/object-store.server.ts';
import { toXlsx } from '#lib/process/spreadsheets/spreadsheet.server.ts';
import { fileByKey } from '#lib/process/files/stored-file.server.ts';
import { photo, type PhotoType, hasMetadata } from '#tests/support/photos.ts';
import { refusal } from '#tests/support/refusal.ts';

const visitor = publicActor({ requestId: 'test', ip: null, userAgent: null });
const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF');

/** The behaviour of files in any store; run once for the disk and once for an S3 store. */
export function fileStories(): void {
  let ann: Actor;
  let ben: Actor;

  beforeEach(async () => {
    [ann, ben] = [await person('Ann Tan'), await person('Ben Lim')];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  describe('a file', () => {
    test('is announced, sent, and fetched again by the person who sent it', async () => {
      const { key } = await sent(ann, '1732170000000-Angebot für 陈美玲.pdf', 'application/pdf', pdf);
      expect(await fileByKey(key)).toMatchObject({
        fileName: 'Angebot für 陈美玲.pdf',
        contentType: 'application/pdf',
        sizeBytes: pdf.length,
        state: 'stored',
        uploadedBy: ann.id,
        sha256: createHash('sha256').update(pdf).digest('hex'),
        claimedAt: null,
      });
      expect(key).toMatch(/^[0-9a-f-]{36}-Angebot-fur\.pdf$/);
      const answer = await fetched(visitor, (await presignDownload(ann, { fileName: key })).signedUrl);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Angebot%20f%C3%BCr%20");
      expect(answer.headers.get('cache-control')).toMatch(/^private, no-cache/);
    });

    test('of a client that does not say how large it is goes through the app', async () => {
      const { signedUrl } = await presignUpload(ann, { fileName: 'offer.pdf', fileType: 'application/pdf' });
      expect(signedUrl).toMatch(/^\/api\/files\//);
      expect(await put(signedUrl, pdf)).toMatchObject({ status: 200 });
      expect((await uploadedFile(ann, keyOf(signedUrl))).sizeBytes).toBe(pdf.length);
    });

    test('may be sent again when the answer got lost, but not changed', async () => {
      const { address, key } = await sent(ann, 'offer.pdf', 'application/pdf', pdf);
      const other = Buffer.from(pdf).fill('x', 10, 20);
      await put(address, pdf);
      expect((await uploadedFile(ann, key)).state).toBe('stored');
      await put(address, other);
      expect((await uploadedFile(ann, key)).sha256).toBe(createHash('sha256').update(pdf).digest('hex'));
      const answer = await fetched(visitor, (await presignDownload(ann, { fileName: key })).signedUrl);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
    });

    test('looked at many times at the same moment is stored once', async () => {
      const { address, key } = await announced(ann, 'offer.pdf', 'application/pdf', pdf.length);
      await Promise.all(Array.from({ length: 4 }, () => put(address, pdf)));
      const files = await Promise.all(Array.from({ length: 8 }, () => uploadedFile(ann, key)));
      expect(new Set(files.map((file) => file.sha256))).toEqual(
        new Set([createHash('sha256').update(pdf).digest('hex')]),
      );
    });

    test('of the product itself needs no address', async () => {
      const file = await addStoredFile(systemActor(), 'PRF-2026-00001.pdf', pdf);
      expect(file).toMatchObject({ uploadedBy: null, state: 'stored', fileName: 'PRF-2026-00001.pdf' });
      await expect(openDownload(systemActor(), file.storageKey, new URLSearchParams())).resolves.toBeDefined();
    });

    test('carries a workbook as we write it', async () => {
      const sheet = Buffer.from(await toXlsx([{ key: 'a', header: 'A', kind: 'text' }], [{ a: '陈' }], 'x'));
      const { key } = await sent(ann, 'list.xlsx', '', sheet);
      expect(Buffer.from(await (await fetched(ann, `/api/files/${key}`)).arrayBuffer())).toEqual(sheet);
    });
  });

  describe('a signed address', () => {
    test('with any other word in it is worthless, for sending and for fetching', async () => {
      const { key } = await sent(ann, 'offer.pdf', 'application/pdf', pdf);
      const fetching = (await presignDownload(ann, { fileName: key })).signedUrl;
      const sending = (await announced(ann, 'other.pdf', 'application/pdf', pdf.length)).address;
      for (const address of [fetching, sending]) {
        for (const name of new URL(address, 'http://localhost').searchParams.keys()) {
          const url = new URL(address, 'http://localhost');
          url.searchParams.set(name, changed(url.searchParams.get(name)!));
          const other = address.startsWith('/') ? url.pathname + url.search : url.href;
          const status = address === fetching ? (await fetched(visitor, other)).status : (await put(other, pdf)).status;
          expect([400, 403], `${name} of ${address}`).toContain(status);
        }
      }
      expect((await fetched(visitor, fetching)).status).toBe(200);
      expect((await put(sending, pdf)).status).toBe(200);
    });

    test('is good for fifteen minutes', async () => {
      const { key } = await sent(ann, 'offer.pdf', 'application/pdf', pdf);
      const { signedUrl } = await presignDownload(ann, { fileName: key });
      const { address } = await announced(ann, 'late.pdf', 'application/pdf', pdf.length);
      vi.useFakeTimers({ now: Date.now() + SIGNED_URL_MS - 5_000, toFake: ['Date'] });
      expect((await fetched(visitor, signedUrl)).status).toBe(200);
      vi.setSystemTime(Date.now() + 10_000);
      expect((await fetched(visitor, signedUrl)).status).toBe(403);
      expect((await put(address, pdf)).status).toBe(403);
    });

    test('for one file, one method or one type is none for another', async () => {
      const { key } = await sent(ann, 'offer.pdf', 'application/pdf', pdf);
      const first = (await presignDownload(ann, { fileName: key })).signedUrl;
      const second = await announced(ann, 'other.pdf', 'application/pdf', pdf.length);
      const third = await announced(ann, 'third.pdf', 'application/pdf', pdf.length);
      expect((await put(first, pdf)).status).toBe(403);
      expect((await fetched(visitor, second.address)).status).toBe(403);
      expect((await put(second.address.replace(second.key, third.key), pdf)).status).toBe(403);
      expect((await put(second.address, pdf, 'text/html')).status).toBeGreaterThanOrEqual(403);
      expect(await refusal(uploadedFile(ann, second.key))).toMatchObject({ errors: [{ code: 'file-not-uploaded' }] });
      const { signedUrl } = await presignUpload(ann, { fileName: 'unsigned.pdf', fileType: 'application/pdf' });
      expect((await put(signedUrl.split('?')[0]!, pdf)).status).toBe(403);
    });

    test('takes exactly as many bytes as were promised', async () => {
      const { address, key } = await announced(ann, 'offer.pdf', 'application/pdf', pdf.length);
      expect((await put(address, Buffer.concat([pdf, pdf]))).status).toBeGreaterThanOrEqual(403);
      expect((await put(address, pdf.subarray(0, 20))).status).toBeGreaterThanOrEqual(403);
      expect(await stateOf(ann, key)).toBe('file-not-uploaded');
      expect((await put(address, pdf)).status).toBe(200);
      expect(await stateOf(ann, key)).toBe('stored');
    });
  });

  describe('a file of ann', () => {
    test('is not there for ben, nor for a visitor, by any door', async () => {
      const { key } = await sent(ann, 'salary.pdf', 'application/pdf', pdf);
      for (const other of [ben, visitor]) {
        expect(await refusal(presignDownload(other, { fileName: key }))).toMatchObject({ status: 404 });
        expect(await refusal(openDownload(other, key, new URLSearchParams()))).toMatchObject({ status: 404 });
        expect(await refusal(uploadedFile(other, key))).toMatchObject({ errors: [{ code: 'file-not-uploaded' }] });
      }
      await expect(openDownload(ann, key, new URLSearchParams())).resolves.toBeDefined();
    });

    test('is there for ben once a record gives it to him', async () => {
      const { key } = await sent(ann, 'shared.pdf', 'application/pdf', pdf);
      registerFileReader('a-story', async (actor, file) => actor.id === ben.id && file.storageKey === key);
      await expect(presignDownload(ben, { fileName: key })).resolves.toBeDefined();
      expect(await refusal(presignDownload(visitor, { fileName: key }))).toMatchObject({ status: 404 });
    });

    test.each(['nothing', '../../../etc/passwd', '%2e%2e', ''])('is not found under %j', async (fileName) => {
      expect(await refusal(presignDownload(ann, { fileName }))).toMatchObject({ status: 404 });
    });

    test('cannot be fetched before it has arrived', async () => {
      const { key } = await announced(ann, 'offer.pdf', 'application/pdf', pdf.length);
      expect(await refusal(presignDownload(ann, { fileName: key }))).toMatchObject({ status: 404 });
      expect(await refusal(openDownload(ann, key, new URLSearchParams()))).toMatchObject({ status: 404 });
    });
  });

  describe('refused is', () => {
    test.each([
      ['page.html', 'text/html'],
      ['drawing.svg', 'image/svg+xml'],
      ['program.exe', 'application/x-msdownload'],
      ['script.js', 'text/javascript'],
      ['no-extension', ''],
      ['offer.pdf', 'text/html'],
      ['offer.pdf.svg', 'application/pdf'],
    ])('%s as %s', async (fileName, fileType) => {
      expect(await refusal(presignUpload(ann, { fileName, fileType }))).toMatchObject({
        code: 'file-type-refused',
        status: 422,
      });
    });

    test.each([
      ['IMG_0042.HEIC', 'image/heic'],
      ['photo.heif', ''],
      ['photo.jpg', 'image/heic'],
    ])('a photo that nothing here can read: %s as %s', async (fileName, fileType) => {
      expect(await refusal(presignUpload(ann, { fileName, fileType }))).toMatchObject({
        code: 'picture-heic',
        status: 422,
      });
    });

    test.each([
      ['offer.pdf', Buffer.from('<html><script>alert(1)</script>'), 'file-type-mismatch'],
      ['photo.jpg', pdf, 'file-type-mismatch'],
      ['list.csv', Buffer.from('\ufeff  <svg xmlns="http://www.w3.org/2000/svg"/>'), 'file-type-mismatch'],
      ['note.txt', Buffer.from('#!/bin/sh\nrm -rf /'), 'file-type-mismatch'],
      ['note.txt', Buffer.from('MZ\0\0\u0003'), 'file-type-mismatch'],
      ['list.xlsx', Buffer.from('PK\u0003\u0004 no workbook'), 'file-type-mismatch'],
      [
        'photo.jpg',
        Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]),
        'picture-heic',
      ],
      [
        'photo.png',
        Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk', 'base64'),
        'picture-unreadable',
      ],
    ])('a %s that is something else, and it is gone from the store', async (fileName, content, code) => {
      const { key, outcome } = await sending(ann, fileName, 'application/octet-stream', content);
      expect(outcome).toBe(code);
      expect((await fileByKey(key)).state).toBe('pending');
      expect(await uploadedFile(ann, key).catch((error: Refusal) => error.errors[0]?.code)).toBe('file-not-uploaded');
      expect(await keysOf(key)).toEqual([]);
    });

    test('one byte more than 20 MB; the last byte that fits is taken', async () => {
      const full = Buffer.alloc(UPLOAD_MAX_BYTES, ' ');
      const { key } = await sent(ann, 'full.txt', 'text/plain', full);
      expect((await fileByKey(key)).sizeBytes).toBe(UPLOAD_MAX_BYTES);
      expect(
        await refusal(
          presignUpload(ann, { fileName: 'more.txt', fileType: 'text/plain', fileSize: UPLOAD_MAX_BYTES + 1 }),
        ),
      ).toMatchObject({ status: 413 });
      const { signedUrl } = await presignUpload(ann, { fileName: 'more.txt', fileType: 'text/plain' });
      expect((await put(signedUrl, Buffer.concat([full, full]), 'text/plain')).status).toBe(413);
    });

    test('nothing, and what breaks off', async () => {
      expect(
        await refusal(presignUpload(ann, { fileName: 'offer.pdf', fileType: 'application/pdf', fileSize: 0 })),
      ).toMatchObject({ code: 'file-empty' });
      const { signedUrl } = await presignUpload(ann, { fileName: 'offer.pdf', fileType: 'application/pdf' });
      expect(await put(signedUrl, Buffer.alloc(0))).toMatchObject({ code: 'file-empty' });
      const broken = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(pdf),
        pull: (controller) => controller.error(new Error('connection reset')),
      });
      const { pathname, searchParams } = new URL(signedUrl, 'http://localhost');
      expect(await refusal(acceptUpload(keyOf(pathname), searchParams, broken, ''))).toMatchObject({
        code: 'upload-interrupted',
      });
    });

    test('the fifty-first file that nothing uses, also when all are announced at once', async () => {
      const tries = await Promise.allSettled(
        Array.from({ length: 60 }, (_, index) =>
          presignUpload(ben, { fileName: `${index}.pdf`, fileType: 'application/pdf' }),
        ),
      );
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
      expect(new Set(tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : [])))).toEqual(
        new Set(['too-many-unclaimed']),
      );
      await announced(ann, 'offer.pdf', 'application/pdf', pdf.length);
      const used = keyOf(
        (tries.find((one) => one.status === 'fulfilled') as PromiseFulfilledResult<{ signedUrl: string }>).value
          .signedUrl,
      );
      await sql`update files set state = 'stored', size_bytes = 1, sha256 = ${'0'.repeat(64)} where storage_key = ${used}`.execute(
        db,
      );
      await transaction((tx) => claimFile(tx, used));
      await announced(ben, 'one-more.pdf', 'application/pdf', pdf.length);
    });

    test('more than two hundred announcements of one person in an hour', async () => {
      const announcing = () =>
        presignUpload(ann, { fileName: 'page.html', fileType: 'text/html' }).catch((error: unknown) => error);
      for (let count = 0; count < 200; count += 1)
        expect(await announcing()).toMatchObject({ code: 'file-type-refused' });
      expect(await announcing()).toMatchObject({ code: 'too-many-requests', status: 429 });
      await announced(ben, 'offer.pdf', 'application/pdf', pdf.length);
    });

    test('and none of it leaves anything on this machine', () => {
      const incoming = join(config.dataDir, 'files/incoming');
      expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]);
    });
  });

  describe('an answer', () => {
    test('shows PDF and pictures, saves the rest, and lets nothing run', async () => {
      const shown = await fetchedAs(ann, 'Größe "1".pdf', 'application/pdf', pdf);
      expect(shown.headers.get('content-disposition')).toBe(
        'inline; filename="Gr__e _1_.pdf"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe%20%221%22.pdf',
      );
      const csv = await fetchedAs(ann, 'list.csv', 'application/vnd.ms-excel', Buffer.from('Name\nTan\n'));
      expect(csv.headers.get('content-type')).toBe('text/csv');
      expect(csv.headers.get('content-disposition')).toMatch(/^attachment;/);
      for (const answer of [shown, csv]) {
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(answer.headers.get('cache-control')).toBe('private, no-cache, no-transform');
      }
      const picture = await fetchedAs(ann, 'dot.gif', 'image/gif', await photo('gif'));
      expect(picture.headers.get('content-disposition')).toMatch(/^inline;/);
      for (const answer of [picture, csv])
        expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    });

    test('gives the part that was asked for, and no other', async () => {
      const { key } = await sent(ann, 'offer.pdf', 'application/pdf', pdf);
      const part = async (range: string, more: Record<string, string> = {}) =>
        fetched(ann, `/api/files/${key}`, { range, ...more });
      const text = async (answer: Response) => [
        answer.status,
        answer.headers.get('content-range'),
        answer.headers.get('content-length'),
        await answer.text(),
      ];
      const whole = pdf.toString();
      expect(await text(await part('bytes=0-3'))).toEqual([206, `bytes 0-3/${pdf.length}`, '4', '%PDF']);
      expect(await text(await part('bytes=5-'))).toEqual([
        206,
        `bytes 5-${pdf.length - 1}/${pdf.length}`,
        `${pdf.length - 5}`,
        whole.slice(5),
      ]);
      expect(await text(await part('bytes=-5'))).toEqual([
        206,
        `bytes ${pdf.length - 5}-${pdf.length - 1}/${pdf.length}`,
        '5',
        '%%EOF',
      ]);
      expect(await text(await part('bytes=0-999999'))).toEqual([
        206,
        `bytes 0-${pdf.length - 1}/${pdf.length}`,
        String(pdf.length),
        whole,
      ]);
      for (const odd of ['bytes=4-2', 'bytes=0-1,4-5', 'pages=1-2', 'bytes=-'])
        expect((await part(odd)).status, odd).toBe(200);
      expect(await text(await part(`bytes=${pdf.length}-`))).toEqual([416, `bytes */${pdf.length}`, null, '']);
      const { etag } = Object.fromEntries((await part('')).headers) as { etag: string };
      expect((await part('bytes=0-3', { 'if-range': etag })).status).toBe(206);
      expect((await part('bytes=0-3', { 'if-range': '"another"' })).status).toBe(200);
      expect((await fetched(ann, `/api/files/${key}`, { 'if-none-match': etag })).status).toBe(304);
      const head = await fetched(ann, `/api/files/${key}`, {}, 'HEAD');
      expect([head.headers.get('content-length'), await head.text()]).toEqual([String(pdf.length), '']);
    });

    test('of a file that the store has lost says so', async () => {
      const { key } = await sent(ann, 'offer.pdf', 'application/pdf', pdf);
      await objects.remove(objectKey(key));
      expect(await refusal(fetched(ann, `/api/files/${key}`))).toMatchObject({ code: 'file-lost', status: 404 });
    });
  });

  describe('a photo', () => {
    test.each(['jpeg', 'png', 'webp', 'avif'] as PhotoType[])(
      'in %s is kept and shown without its place, upright as it was',
      async (type) => {
        const original = await photo(type);
        expect(await hasMetadata(original)).toBe(true);
        const { key } = await sent(ann, `urn.${type}`, `image/${type}`, original);
        expect(await fileByKey(key)).toMatchObject({ width: 40, height: 60 });
        const clean = Buffer.from(await (await fetched(ann, `/api/files/${key}`)).arrayBuffer());
        expect(await hasMetadata(clean)).toBe(false);
        expect((await sharp(clean).metadata()).autoOrient).toEqual({ width: 40, height: 60 });
        expect(await sharp(clean).raw().toBuffer()).toEqual(await sharp(original).raw().toBuffer());
        const small = await fetched(ann, `/api/files/${key}?size=96`);
        expect(small.headers.get('content-type')).toBe('image/webp');
        const drawn = Buffer.from(await small.arrayBuffer());
        const { format, width, height, orientation, exif, xmp, icc } = await sharp(drawn).metadata();
        expect([format, width, height, orientation, exif, xmp, icc]).toEqual([
          'webp',
          40,
          60,
          undefined,
          undefined,
          undefined,
          undefined,
        ]);
      },
    );

    test('is made smaller in three sizes and no other, once', async () => {
      const { key } = await sent(ann, 'wide.jpg', 'image/jpeg', await photo('jpeg', { width: 2000, height: 1000 }));
      const size = async (wanted: number) => {
        const { width, height } = await sharp(
          Buffer.from(await (await fetched(ann, `/api/files/${key}?size=${wanted}`)).arrayBuffer()),
        ).metadata();
        return [width, height];
      };
      expect([await size(96), await size(320), await size(1600)]).toEqual([
        [48, 96],
        [160, 320],
        [800, 1600],
      ]);
      const made = await keysOf(key);
      expect(made.filter((one) => one.startsWith('variants/'))).toHaveLength(3);
      expect(await size(96)).toEqual([48, 96]);
      expect(await keysOf(key)).toEqual(made);
      for (const wrong of ['97', '0', '-1', 'large', '1e9'])
        expect(await refusal(fetched(ann, `/api/files/${key}?size=${wrong}`))).toMatchObject({ status: 404 });
      expect(await refusal(fetched(ben, `/api/files/${key}?size=96`))).toMatchObject({ status: 404 });
      const { key: paper } = await sent(ann, 'offer.pdf', 'application/pdf', pdf);
      expect(await refusal(fetched(ann, `/api/files/${paper}?size=96`))).toMatchObject({ status: 404 });
    });

    test('whose file is oddly put together is drawn anew rather than refused, and tells as little', async () => {
      const original = await photo();
      const odd = Buffer.concat([
        original.subarray(0, 2),
        Buffer.from([0xff, 0xe0, 0, 4, 1, 2]),
        Buffer.alloc(5),
        original.subarray(2),
      ]);
      const { key } = await sent(ann, 'odd.jpg', 'image/jpeg', odd);
      const clean = Buffer.from(await (await fetched(ann, `/api/files/${key}`)).arrayBuffer());
      expect(await hasMetadata(clean)).toBe(false);
      expect(await sharp(clean).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
    });

    test('that would fill the memory is refused before a pixel of it is drawn', async () => {
      const bomb = await sharp({
        create: { width: 10_000, height: PICTURE_MAX_PIXELS / 10_000 + 1, channels: 3, background: 'white' },
      })
        .png({ compressionLevel: 9 })
        .toBuffer();
      expect(bomb.length).toBeLessThan(1024 * 1024);
      expect((await sending(ann, 'bomb.png', 'image/png', bomb)).outcome).toBe('picture-too-large');
    });

    test('from before pictures were cleaned is cleaned when it is first asked for', async () => {
      const { key } = await sent(ann, 'old.jpg', 'image/jpeg', await photo());
      await sql`update files set width = null, height = null, sha256 = ${'a'.repeat(64)} where storage_key = ${key}`.execute(
        db,
      );
      const told = await photo();
      await objects.put(objectKey(key), await onDisk(told), {
        contentType: 'image/jpeg',
        sha256: createHash('sha256').update(told).digest('hex'),
      });
      const clean = Buffer.from(await (await fetched(ann, `/api/files/${key}`)).arrayBuffer());
      expect(await hasMetadata(clean)).toBe(false);
      expect(await fileByKey(key)).toMatchObject({
        width: 40,
        sizeBytes: clean.length,
        sha256: createHash('sha256').update(clean).digest('hex'),
      });
    });
  });
}

async function person(fullName: string): Promise<Actor> {
  const id = uuid();
  await sql`insert into users (id, username, email, full_name) values (${id}, ${id}, ${`${id}@garden.example`}, ${fullName})`.execute(
    db,
  );
  return { ...visitor, type: 'user', id, fullName, username: id };
}

async function announced(actor: Actor, fileName: string, fileType: string, fileSize: number) {
  const { signedUrl: address, upload } = await presignUpload(actor, { fileName, fileType, fileSize });
  expect(upload).toBe(true);
  return { address, key: keyOf(address) };
}

/** What became of a file that was announced, sent and then used: 'stored', or why not. */
async function sending(actor: Actor, fileName: string, fileType: string, content: Buffer) {
  const { address, key } = await announced(actor, fileName, fileType, content.length);
  const { status, code } = await put(address, content, fileType);
  return { address, key, outcome: status === 200 ? await stateOf(actor, key) : code };
}

async function sent(actor: Actor, fileName: string, fileType: string, content: Buffer) {
  const made = await sending(actor, fileName, fileType, content);
  expect(made.outcome).toBe('stored');
  return made;
}

async function stateOf(actor: Actor, key: string): Promise<string> {
  return uploadedFile(actor, key).then(
    ({ state }) => state,
    (error: Refusal) => error.errors[0]?.code ?? error.code,
  );
}

/** As a browser does it: to the app, or to the store that the address names. */
async function put(
  address: string,
  content: Buffer,
  contentType = 'application/pdf',
): Promise<{ status: number; code?: string }> {
  if (!address.startsWith('/')) {
    const answer = await fetch(address, {
      method: 'PUT',
      body: new Uint8Array(content),
      headers: { 'content-type': contentType },
    });
    return { status: answer.status };
  }
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  return acceptUpload(keyOf(pathname), searchParams, stream(content), contentType).then(
    () => ({ status: 200 }),
    problem,
  );
}

async function fetched(
  actor: Actor,
  address: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Response> {
  if (!address.startsWith('/')) return fetch(address, { headers, method });
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const answer = async () =>
    download(await openDownload(actor, keyOf(pathname), searchParams), { method, headers: new Headers(headers) });
  return searchParams.has('signature')
    ? answer().catch((error: unknown) => new Response(null, { status: problem(error).status }))
    : answer();
}

async function fetchedAs(actor: Actor, fileName: string, fileType: string, content: Buffer): Promise<Response> {
  const { key } = await sent(actor, fileName, fileType, content);
  return fetched(actor, `/api/files/${key}`);
}

function problem(error: unknown): { status: number; code: string } {
  if (!(error instanceof Refusal)) throw error;
  return { status: error.status, code: error.code };
}

/** As the specification's client takes it: the last part of the address without its query. */
function keyOf(address: string): string {
  return address.split('?')[0]!.split('/').at(-1)!;
}

function changed(word: string): string {
  return word.slice(0, -1) + (word.endsWith('1') ? '2' : '1');
}

/** Everything that lies of a file in the store. */
async function keysOf(storageKey: string): Promise<string[]> {
  const keys: string[] = [];
  const folder = storageKey.slice(34, 36);
  for (const place of [`files/${folder}`, `variants/${folder}`, 'incoming/'])
    for await (const { key } of objects.list(place)) if (key.includes(storageKey)) keys.push(key);
  return keys.toSorted();
}

async function onDisk(bytes: Uint8Array): Promise<string> {
  return (await writeIncoming([bytes])).path;
}

/** The content in pieces, as it arrives over a network. */
function stream(content: Buffer): ReadableStream<Uint8Array> {
  return new Blob([new Uint8Array(content)]).stream();
}
