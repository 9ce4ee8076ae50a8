import { sql } from 'kysely';
import { db } from '#lib/process/database/database.server.ts';
import type { Letter } from '#lib/process/mail/letter.ts';
import type { WholeMail } from '#lib/process/mail/outbox.server.ts';

/** Every mail to an address with what it says, the oldest first. */
export async function mailsTo(address: string): Promise<WholeMail[]> {
  const { rows } =
    await sql<WholeMail>`select * from mail_outbox m join mail_bodies b on b.mail_id = m.id where m.to_address = ${address} order by m.created_at, m.id`.execute(
      db,
    );
  return rows;
}

/** The newest mail to an address. */
export async function newestMailTo(address: string): Promise<WholeMail | undefined> {
  return (await mailsTo(address)).at(-1);
}

/** A letter that says that the plaque is ready. */
export const plaqueReady = (more: Partial<Letter> = {}): Letter => ({
  language: 'en',
  product: 'Stillwater Garden',
  subject: 'Your lot',
  greeting: 'Dear Mei,',
  before: 'the plaque is ready.',
  ...more,
});

/** One message as it arrived: its headers by name in lower case, and its parts, decoded, by type. */
export interface Received {
  headers: Record<string, string>;
  parts: Record<string, string>;
}

/** Takes a message apart as a mail program does: folded headers, encoded words, multipart, quoted-printable and base64. */
export function received(message: string): Received {
  const [headers, body] = split(message);
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => split(part.replace(/^\r?\n/, '')))
    : [[headers, body] as const];
  return {
    headers,
    parts: Object.fromEntries(
      parts.map(([head, content]) => [
        /^[^;]+/.exec(head['content-type'] ?? 'text/plain')![0],
        decoded(content, head['content-transfer-encoding']),
      ]),
    ),
  };
}

function split(text: string): readonly [Record<string, string>, string] {
  const [, head = '', body = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(text) ?? [];
  const lines = head
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map((line) => /^([^:]+):\s*(.*)$/.exec(line))
    .filter((line) => line !== null);
  return [Object.fromEntries(lines.map(([, name, value]) => [name!.toLowerCase(), words(value!)])), body];
}

function words(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : decoded(text.replaceAll('_', ' '), 'quoted-printable'),
    );
}

function decoded(text: string, encoding: string | undefined): string {
  if (encoding?.toLowerCase() === 'base64') return Buffer.from(text, 'base64').toString();
  if (encoding?.toLowerCase() !== 'quoted-printable') return text;
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(
    [...bytes].every((sign) => sign.charCodeAt(0) < 256) ? Buffer.from(bytes, 'latin1') : bytes,
  ).toString();
}
