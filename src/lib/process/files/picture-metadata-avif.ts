/** AVIF without metadata: a picture is a list of items, and only those that are drawn keep their bytes. */

/** Items that are part of the picture, or describe how it is composed. */
const DRAWN = new Set(['av01', 'grid', 'iovl', 'iden', 'tmap']);
/** Boxes that a picture needs; its rotation is among them. */
const NEEDED = new Set(['hdlr', 'pitm', 'iinf', 'iloc', 'iprp', 'iref', 'idat', 'dinf', 'grpl']);
/** Properties that describe the picture, its time or its creator. */
const WORDS = new Set(['udes', 'altt', 'crtt', 'mdft', 'uuid']);
/** Replaces what was removed: every reader skips it. */
const NOTHING = 'free';

interface Box {
  type: string;
  /** Start of the box, start of its content, and end. */
  at: number;
  content: number;
  end: number;
}

/**
 * The same file with zeros in place of metadata; its parts keep their offsets. Throws for an unusual structure, and for
 * animations.
 */
export function avifWithoutMetadata(bytes: Buffer): Buffer {
  const clean = Buffer.alloc(bytes.length);
  const top = boxesIn(bytes, 0, bytes.length);
  const meta = top.find(({ type }) => type === 'meta');
  if (!meta || top.some(({ type }) => type === 'moov')) throw new Error('no still picture');
  for (const box of top) {
    bytes.copy(clean, box.at, box.at, box.type === 'ftyp' ? box.end : box.content);
    if (!['ftyp', 'meta', 'mdat'].includes(box.type)) clean.write(NOTHING, box.at + 4, 'latin1');
  }
  cleanMeta(bytes, clean, meta);
  return clean;
}

function cleanMeta(bytes: Buffer, clean: Buffer, meta: Box): void {
  bytes.copy(clean, meta.content, meta.content, meta.content + 4);
  const parts = boxesIn(bytes, meta.content + 4, meta.end);
  const part = (type: string) => parts.find((box) => box.type === type);
  const [info, places, store] = [part('iinf'), part('iloc'), part('idat')];
  if (!info || !places) throw new Error('no items');
  for (const box of parts) {
    const whole = NEEDED.has(box.type) && box.type !== 'idat';
    bytes.copy(clean, box.at, box.at, whole ? box.end : box.content);
    if (!NEEDED.has(box.type)) clean.write(NOTHING, box.at + 4, 'latin1');
  }
  const drawn = dropItems(bytes, clean, info);
  for (const { start, end } of extentsOf(bytes, places, drawn, store)) bytes.copy(clean, start, start, end);
  for (const properties of parts.filter(({ type }) => type === 'iprp')) {
    for (const list of boxesIn(bytes, properties.content, properties.end).filter(({ type }) => type === 'ipco')) {
      for (const box of boxesIn(bytes, list.content, list.end).filter(({ type }) => WORDS.has(type))) drop(clean, box);
    }
  }
}

/** The ids of the items that are drawn; the others lose their type and name. */
function dropItems(bytes: Buffer, clean: Buffer, info: Box): Set<number> {
  const drawn = new Set<number>();
  const first = info.content + 4 + (bytes[info.content] === 0 ? 2 : 4);
  for (const { type, content, end } of boxesIn(bytes, first, info.end)) {
    const version = bytes[content]!;
    if (type !== 'infe' || version < 2) throw new Error('odd items');
    const kind = content + 4 + (version === 2 ? 2 : 4) + 2;
    if (DRAWN.has(bytes.toString('latin1', kind, kind + 4)))
      drawn.add(bytes.readUIntBE(content + 4, version === 2 ? 2 : 4));
    else clean.fill(0, kind + 4, end).write(NOTHING, kind, 'latin1');
  }
  return drawn;
}

/** The byte ranges of the drawn items. */
function extentsOf(
  bytes: Buffer,
  places: Box,
  drawn: Set<number>,
  store: Box | undefined,
): { start: number; end: number }[] {
  let at = places.content;
  const read = (size: number) => {
    const value = size === 8 ? Number(bytes.readBigUInt64BE(at)) : size === 0 ? 0 : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const version = read(4) >>> 24;
  const [sizes, more] = [read(1), read(1)];
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 4,
    sizes & 15,
    more >> 4,
    version > 0 ? more & 15 : 0,
  ];
  const found: { start: number; end: number }[] = [];
  for (let items = read(version < 2 ? 2 : 4); items > 0; items -= 1) {
    const id = read(version < 2 ? 2 : 4);
    const method = version > 0 ? read(2) & 15 : 0;
    const elsewhere = read(2);
    const base = (method === 1 ? (store?.content ?? NaN) : 0) + read(baseSize);
    for (let extents = read(2); extents > 0; extents -= 1) {
      read(indexSize);
      const start = base + read(offsetSize);
      const end = start + read(lengthSize);
      if (!drawn.has(id)) continue;
      if (elsewhere !== 0 || method > 1 || !(start < end && end <= bytes.length)) throw new Error('odd places');
      found.push({ start, end });
    }
  }
  return found;
}

function drop(clean: Buffer, { at, content, end }: Box): void {
  clean.fill(0, content, end).write(NOTHING, at + 4, 'latin1');
}

function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    const size = bytes.readUInt32BE(at);
    const length = size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size === 0 ? to - at : size;
    const content = at + (size === 1 ? 16 : 8);
    if (at + length > to || at + length < content) throw new Error('cut off');
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), at, content, end: at + length });
    at += length;
  }
  return boxes;
}
