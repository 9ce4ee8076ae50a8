import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);

const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const ENTRY_SIGNATURE = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;
const ENTRIES_MAX = 2_000;

/**
 * How many bytes a ZIP archive holds when unpacked, determined by unpacking: its headers may be wrong. `null` when that
 * is more than `most`, or when the archive is broken or of a kind no spreadsheet program writes.
 */
export async function unpackedSize(archive: Uint8Array, most: number): Promise<number | null> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  let total = 0;
  try {
    for (const entry of entriesOf(bytes)) {
      total += await unpackedLength(bytes, entry, most - total);
      if (total > most) return null;
    }
    return total;
  } catch {
    return null;
  }
}

interface Entry {
  method: number;
  packed: number;
  unpacked: number;
  offset: number;
}

function entriesOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(END_SIGNATURE);
  if (end < 0 || end + END_LENGTH > bytes.length) throw new Error('no end');
  const count = bytes.readUInt16LE(end + 10);
  if (count > ENTRIES_MAX) throw new Error('too many entries');
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new Error('no entry');
    entries.push({
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += ENTRY_LENGTH + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

async function unpackedLength(bytes: Buffer, entry: Entry, left: number): Promise<number> {
  const { method, packed, unpacked, offset } = entry;
  const start = offset + LOCAL_LENGTH + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + packed > bytes.length || (packed === 0 && unpacked > 0)) throw new Error('reaches beyond the archive');
  if (method === STORED || packed === 0) return packed;
  if (method !== DEFLATED || left <= 0) throw new Error('cannot be unpacked');
  const content = await inflate(bytes.subarray(start, start + packed), { maxOutputLength: left });
  return content.length;
}
