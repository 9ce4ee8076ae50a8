import { afterEach, expect, test, vi } from 'vitest';
import { bodyOf, fieldsOf, formDataOf } from '#lib/process/http/body.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Ravi, whom nobody knows, sends what no browser would; Hannah's form and her client's JSON arrive as they are.
const sent = (body: BodyInit, type: string) =>
  new Request('http://garden.test/login', { method: 'POST', body, headers: { 'content-type': type } });
const form = (fields: string) => sent(fields, 'application/x-www-form-urlencoded');
afterEach(() => void vi.restoreAllMocks());

const json = (text: string) => sent(text, 'application/json');

test('a form becomes an object; several of one name become a list', async () => {
  expect(await bodyOf(form('title=Plaques&row=1&row=2&note='))).toEqual({
    title: 'Plaques',
    row: ['1', '2'],
    note: '',
  });
});

test('a form may be asked for twice', async () => {
  const request = form('act=approve');
  expect([(await formDataOf(request)).get('act'), (await formDataOf(request)).get('act')]).toEqual([
    'approve',
    'approve',
  ]);
});

test('five thousand fields are read; more are refused before they are taken apart', async () => {
  const takenApart = [vi.spyOn(Request.prototype, 'formData'), vi.spyOn(Response.prototype, 'formData')];
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=`).join('&');
  const parts = (count: number) =>
    Array.from({ length: count }, (_, at) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n\r\n`).join(
      '',
    ) + '--x--\r\n';
  const many = (count: number, boundary = 'x') => sent(parts(count), `multipart/form-data; boundary=${boundary}`);
  expect(Object.keys(await bodyOf(form(fields(5_000))))).toHaveLength(5_000);
  expect(Object.keys(await bodyOf(many(4_000)))).toHaveLength(4_000);
  for (const read of takenApart) read.mockClear();
  for (const tooMany of [form('a&'.repeat(1_000_000)), many(5_001), many(5_001, '"x"')])
    expect(await refusal(bodyOf(tooMany))).toMatchObject({ status: 422, code: 'too-many-fields' });
  for (const read of takenApart) expect(read).not.toHaveBeenCalled();
});

test('a form that is none is not accepted, however it is broken', async () => {
  for (const broken of [sent('nonsense', 'multipart/form-data; boundary=x'), sent('nonsense', 'multipart/form-data')]) {
    expect(await refusal(bodyOf(broken))).toMatchObject({ status: 415, code: 'unsupported-media-type' });
  }
});

test('a field called like a part of every object is a field like any other', async () => {
  const fields = fieldsOf(await formDataOf(form('__proto__=a&__proto__=b&constructor=c')));
  expect(Object.entries(fields)).toEqual([
    ['__proto__', ['a', 'b']],
    ['constructor', 'c'],
  ]);
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
});

test('JSON is read when it is an object of whole characters', async () => {
  expect(await bodyOf(json('{"name":"Mei \\ud83c\\udf38","lines":[{"text":"陈美玲"}]}'))).toEqual({
    name: 'Mei 🌸',
    lines: [{ text: '陈美玲' }],
  });
  for (const text of [
    '{"name":"\\ud83c"}',
    '{"lines":[{"text":"\\udf38 x"}]}',
    '{"\\ud83c":1}',
    '[]',
    'null',
    '"text"',
    '{',
  ]) {
    expect(await refusal(bodyOf(json(text)))).toMatchObject({ status: 400, code: 'invalid-json' });
  }
});

test('what is neither a form nor JSON is not accepted', async () => {
  expect(await refusal(bodyOf(sent('{"name":"Mei"}', 'text/plain')))).toMatchObject({
    status: 415,
    code: 'unsupported-media-type',
  });
});
