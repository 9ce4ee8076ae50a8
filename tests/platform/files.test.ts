import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Actor, publicActor, systemActor } from '#lib/access/actor.ts';
import { SIGNED_URL_MS, UPLOAD_MAX_BYTES } from '#lib/kernel/constants.ts';
import { config } from '#lib/platform/config.server.ts';
import { db } from '#lib/platform/database.server.ts';
import { registerFileReader } from '#lib/platform/file-access.server.ts';
import { download } from '#lib/platform/file-response.server.ts';
import {
  acceptUpload, fileByKey, forgetAbandonedUploads, keepFile, openDownload, presignDownload, presignUpload,
} from '#lib/platform/files.server.ts';
import { toXlsx } from '#lib/platform/spreadsheet.server.ts';

const visitor = publicActor({ requestId: 'test', ip: null, userAgent: null });
const ann: Actor = { ...visitor, type: 'user', id: uuid(), fullName: 'Ann Tan', username: 'ann' };
const ben: Actor = { ...ann, id: uuid(), fullName: 'Ben Lim', username: 'ben' };
const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF');

beforeAll(async () => {
  for (const { id, username, fullName } of [ann, ben]) {
    await sql`insert into users (id, username, email, full_name)
      values (${id}, ${username}, ${`${username}@garden.example`}, ${fullName})`.execute(db);
  }
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a file', () => {
  test('is announced, sent, and fetched again by the person who sent it', async () => {
    const { key } = await sent(ann, '1732170000000-Angebot für 陈美玲.pdf', 'application/pdf', pdf);
    const file = await fileByKey(key);
    expect(file).toMatchObject({
      fileName: 'Angebot für 陈美玲.pdf', contentType: 'application/pdf', sizeBytes: pdf.length, state: 'stored',
      uploadedBy: ann.id, sha256: createHash('sha256').update(pdf).digest('hex'),
    });
    expect(key).toMatch(/^[0-9a-f-]{36}-Angebot-fur\.pdf$/);

    const { signedUrl } = await presignDownload(ann, { fileName: key });
    const answer = await fetched(visitor, signedUrl);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
  });

  test('may be sent again when the answer got lost, but not changed', async () => {
    const { address, key } = await announced(ann, 'offer.pdf', 'application/pdf');
    await put(address, pdf);
    expect((await put(address, pdf)).state).toBe('stored');
    const changed = put(address, Buffer.concat([pdf, pdf]));
    await expect(changed).rejects.toMatchObject({ code: 'file-already-uploaded', status: 409 });
    expect((await fileByKey(key)).sizeBytes).toBe(pdf.length);
  });

  test('sent twice at the same moment is stored once', async () => {
    const { address } = await announced(ann, 'offer.pdf', 'application/pdf');
    const results = await Promise.all(Array.from({ length: 8 }, () => put(address, pdf)));
    expect(new Set(results.map((file) => file.id)).size).toBe(1);
  });

  test('of the product itself needs no address', async () => {
    const file = await keepFile(systemActor(), 'PRF-2026-00001.pdf', pdf);
    expect(file).toMatchObject({ uploadedBy: null, state: 'stored', fileName: 'PRF-2026-00001.pdf' });
    await expect(openDownload(systemActor(), file.storageKey, new URLSearchParams())).resolves.toBeDefined();
  });
});

describe('a signed address', () => {
  test.each(['signature', 'expires', 'by'])('with another %s is worthless', async (name) => {
    const { key } = await sent(ann, 'offer.pdf', 'application/pdf', pdf);
    const url = new URL((await presignDownload(ann, { fileName: key })).signedUrl, 'http://localhost');
    url.searchParams.set(name, name === 'expires' ? '99999999999999' : ben.id);
    const answer = fetched(visitor, url.pathname + url.search);
    await expect(answer).rejects.toMatchObject({ code: 'link-not-valid', status: 403 });
  });

  test('is good for fifteen minutes', async () => {
    const { key } = await sent(ann, 'offer.pdf', 'application/pdf', pdf);
    const { signedUrl } = await presignDownload(ann, { fileName: key });
    const { address } = await announced(ann, 'late.pdf', 'application/pdf');
    vi.useFakeTimers({ now: Date.now() + SIGNED_URL_MS - 5_000, toFake: ['Date'] });
    await expect(fetched(visitor, signedUrl)).resolves.toBeDefined();
    vi.setSystemTime(Date.now() + 10_000);
    await expect(fetched(visitor, signedUrl)).rejects.toMatchObject({ code: 'link-not-valid' });
    await expect(put(address, pdf)).rejects.toMatchObject({ code: 'link-not-valid' });
  });

  test('for one file or one method is none for another', async () => {
    const first = await sent(ann, 'offer.pdf', 'application/pdf', pdf);
    const second = await announced(ann, 'other.pdf', 'application/pdf');
    const query = new URL(second.address, 'http://localhost').searchParams;
    await expect(openDownload(visitor, first.key, query)).rejects.toMatchObject({ code: 'link-not-valid' });
    await expect(acceptUpload(first.key, query, stream(pdf), 'application/pdf')).rejects.toMatchObject({ status: 403 });
    const unsigned = acceptUpload(second.key, new URLSearchParams(), stream(pdf), '');
    await expect(unsigned).rejects.toMatchObject({ status: 403 });
  });
});

describe('a file of ann', () => {
  test('is not there for ben, nor for a visitor, by any door', async () => {
    const { key } = await sent(ann, 'salary.pdf', 'application/pdf', pdf);
    for (const other of [ben, visitor]) {
      await expect(presignDownload(other, { fileName: key })).rejects.toMatchObject({ status: 404 });
      await expect(openDownload(other, key, new URLSearchParams())).rejects.toMatchObject({ status: 404 });
    }
    await expect(openDownload(ann, key, new URLSearchParams())).resolves.toBeDefined();
  });

  test('is there for ben once a record gives it to him', async () => {
    const { key } = await sent(ann, 'shared.pdf', 'application/pdf', pdf);
    registerFileReader(async (actor, file) => actor.id === ben.id && file.fileName === 'shared.pdf');
    await expect(presignDownload(ben, { fileName: key })).resolves.toBeDefined();
    await expect(presignDownload(visitor, { fileName: key })).rejects.toMatchObject({ status: 404 });
  });

  test.each(['nothing', '../../../etc/passwd', '%2e%2e', ''])('is not found under %j', async (fileName) => {
    await expect(presignDownload(ann, { fileName })).rejects.toMatchObject({ status: 404 });
  });

  test('cannot be fetched before it has arrived', async () => {
    const { key } = await announced(ann, 'offer.pdf', 'application/pdf');
    await expect(presignDownload(ann, { fileName: key })).rejects.toMatchObject({ status: 404 });
    await expect(openDownload(ann, key, new URLSearchParams())).rejects.toMatchObject({ status: 404 });
  });
});

describe('refused is', () => {
  test.each([
    ['page.html', 'text/html'], ['drawing.svg', 'image/svg+xml'], ['program.exe', 'application/x-msdownload'],
    ['script.js', 'text/javascript'], ['no-extension', ''], ['offer.pdf', 'text/html'],
    ['offer.pdf.svg', 'application/pdf'],
  ])('%s as %s', async (fileName, fileType) => {
    const announcement = presignUpload(ann, { fileName, fileType });
    await expect(announcement).rejects.toMatchObject({ code: 'file-type-refused', status: 422 });
  });

  test.each([
    ['offer.pdf', Buffer.from('<html><script>alert(1)</script>')],
    ['photo.jpg', pdf],
    ['list.csv', Buffer.from('\ufeff  <svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['note.txt', Buffer.from('#!/bin/sh\nrm -rf /')],
    ['note.txt', Buffer.from('MZ\0\0\u0003')],
    ['list.xlsx', Buffer.from('PK\u0003\u0004 no workbook')],
  ])('a %s that is something else', async (fileName, content) => {
    const { address, key } = await announced(ann, fileName, '');
    await expect(put(address, content, '')).rejects.toMatchObject({ code: 'file-type-mismatch', status: 415 });
    expect((await fileByKey(key)).state).toBe('pending');
  });

  test('another content type than the one announced', async () => {
    const { address } = await announced(ann, 'offer.pdf', 'application/pdf');
    await expect(put(address, pdf, 'text/html')).rejects.toMatchObject({ code: 'file-type-mismatch' });
  });

  test('one byte more than 20 MB, while it arrives; the last byte that fits is taken', async () => {
    const full = Buffer.alloc(UPLOAD_MAX_BYTES, ' ');
    const fits = await announced(ann, 'full.txt', 'text/plain');
    expect((await put(fits.address, full, 'text/plain')).sizeBytes).toBe(UPLOAD_MAX_BYTES);
    const { address } = await announced(ann, 'more.txt', 'text/plain');
    await expect(put(address, Buffer.concat([full, full]), 'text/plain')).rejects.toMatchObject({ status: 413 });
  });

  test('nothing, and what breaks off', async () => {
    const { address } = await announced(ann, 'offer.pdf', 'application/pdf');
    await expect(put(address, Buffer.alloc(0))).rejects.toMatchObject({ code: 'file-empty' });
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(pdf),
      pull: (controller) => controller.error(new Error('connection reset')),
    });
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const upload = acceptUpload(keyOf(pathname), searchParams, broken, '');
    await expect(upload).rejects.toMatchObject({ code: 'upload-interrupted' });
  });

  test('and none of it leaves anything behind', () => {
    expect(readdirSync(join(config.dataDir, 'files/incoming'))).toEqual([]);
  });
});

describe('an answer', () => {
  test('shows PDF and pictures, saves the rest, and lets nothing run', async () => {
    const shown = await fetchedAs(ann, 'Größe "1".pdf', 'application/pdf', pdf);
    expect(shown.headers.get('content-type')).toBe('application/pdf');
    expect(shown.headers.get('content-disposition')).toBe(
      "inline; filename=\"Gr__e _1_.pdf\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.pdf",
    );
    const csv = await fetchedAs(ann, 'list.csv', 'application/vnd.ms-excel', Buffer.from('Name\nTan\n'));
    expect(csv.headers.get('content-type')).toBe('text/csv');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment;/);
    for (const answer of [shown, csv]) {
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }
    const picture = await fetchedAs(ann, 'dot.gif', 'image/gif', Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;'));
    expect(picture.headers.get('content-disposition')).toMatch(/^inline;/);
    for (const answer of [picture, csv]) {
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    }
  });

  test('carries a workbook as we write it', async () => {
    const sheet = Buffer.from(await toXlsx([{ key: 'a', header: 'A', kind: 'text' }], [{ a: '陈' }], 'x'));
    const answer = await fetchedAs(ann, 'list.xlsx', '', sheet);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(sheet);
  });
});

test('one person announces two hundred files an hour and not one more', async () => {
  const eager = { ...ann, id: '01900000-0000-7000-8000-000000000000' };
  const announcing = () => presignUpload(eager, { fileName: 'page.html', fileType: 'text/html' }).catch((error: unknown) => error);
  for (let count = 0; count < 200; count += 1) expect(await announcing()).toMatchObject({ code: 'file-type-refused' });
  expect(await announcing()).toMatchObject({ code: 'too-many-requests', status: 429 });
  await announced(ann, 'offer.pdf', 'application/pdf');
});

test('what was announced and never arrived is forgotten after a day', async () => {
  const { key } = await announced(ann, 'offer.pdf', 'application/pdf');
  const stored = await sent(ann, 'kept.pdf', 'application/pdf', pdf);
  await forgetAbandonedUploads();
  await expect(fileByKey(key)).resolves.toBeDefined();
  await forgetAbandonedUploads(Date.now() + 86_400_000 + 1_000);
  await expect(fileByKey(key)).rejects.toMatchObject({ status: 404 });
  await expect(fileByKey(stored.key)).resolves.toBeDefined();
});

async function announced(actor: Actor, fileName: string, fileType: string) {
  const { signedUrl: address, upload } = await presignUpload(actor, { fileName, fileType });
  expect(upload).toBe(true);
  return { address, key: keyOf(address) };
}

async function sent(actor: Actor, fileName: string, fileType: string, content: Buffer) {
  const { address, key } = await announced(actor, fileName, fileType);
  await put(address, content, fileType);
  return { address, key };
}

function put(address: string, content: Buffer, contentType = 'application/pdf') {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  return acceptUpload(keyOf(pathname), searchParams, stream(content), contentType);
}

async function fetched(actor: Actor, address: string): Promise<Response> {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  return download(await openDownload(actor, keyOf(pathname), searchParams));
}

async function fetchedAs(actor: Actor, fileName: string, fileType: string, content: Buffer): Promise<Response> {
  const { key } = await sent(actor, fileName, fileType, content);
  return fetched(actor, `/api/files/${key}`);
}

/** As the specification's client takes it: the last part of the address without its query. */
function keyOf(address: string): string {
  return address.split('?')[0]!.split('/').at(-1)!;
}

/** The content in pieces, as it arrives over a network. */
function stream(content: Buffer): ReadableStream<Uint8Array> {
  return new Blob([new Uint8Array(content)]).stream();
}
