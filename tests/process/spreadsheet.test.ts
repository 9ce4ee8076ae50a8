import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '#lib/values/constants.ts';
import { unpackedSize } from '#lib/process/spreadsheets/archive-size.server.ts';
import { readSpreadsheet } from '#lib/process/spreadsheets/spreadsheet-reading.server.ts';
import { type SheetColumn, toCsv, toXlsx } from '#lib/process/spreadsheets/spreadsheet.server.ts';

const columns: SheetColumn[] = [
  { key: 'name', header: 'Name', kind: 'text' },
  { key: 'phone', header: 'Contact number', kind: 'contact-number' },
  { key: 'total', header: 'Total', kind: 'money' },
  { key: 'price', header: 'Unit price', kind: 'unit-price' },
  { key: 'quantity', header: 'Quantity', kind: 'quantity' },
  { key: 'rate', header: 'GST', kind: 'percent' },
  { key: 'neededBy', header: 'Needed by', kind: 'date' },
  { key: 'createdAt', header: 'Created at', kind: 'instant' },
];
const meiLing = {
  name: '陈美玲 (சென்) "the second", Ltd',
  phone: '+65 91234567',
  total: -123_450,
  price: 375,
  quantity: 2.125,
  rate: 900,
  neededBy: '2026-11-21',
  createdAt: '2026-11-21T16:12:00.000Z',
};
const nothing = { name: 'Ángel', phone: null, total: null, price: null, quantity: null, rate: null, neededBy: null };
const asTyped = [
  [meiLing.name, '+65 91234567', '-1234.5', '0.0375', '2.125', '9', '21/11/2026', '22/11/2026 12:12am'],
  ['Ángel', '', '', '', '', '', '', ''],
];

const bytesOf = (text: string) => new TextEncoder().encode(text);
const refused = (bytes: Uint8Array, name = 'import.csv') =>
  readSpreadsheet(bytes, name).then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );

describe('a file of nothing but separators', () => {
  /** The longest time, in milliseconds, that other work waited while `work` ran. */
  async function longestWait(work: Promise<unknown>): Promise<number> {
    let [longest, last] = [0, performance.now()];
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    await work;
    clearInterval(watch);
    return longest;
  }

  test.each([
    ['in one line', ';'.repeat(IMPORT_MAX_BYTES - 10)],
    ['in many lines', `${';'.repeat(4_000)}x\n`.repeat(1_000)],
  ])('%s holds nobody else up', async (_, text) => {
    const bytes = bytesOf(text);
    const started = performance.now();
    const wait = await longestWait(refused(bytes));
    expect(wait).toBeLessThan((performance.now() - started) / 2);
  });
});

describe('what is exported', () => {
  test('as XLSX is read back as it would be typed', async () => {
    const sheet = await toXlsx(columns, [meiLing, nothing], 'Purchase/requests: [all]');
    const read = await readSpreadsheet(sheet, 'export.xlsx');
    expect(read.header).toEqual(columns.map((column) => column.header));
    expect(read.rows).toEqual(asTyped);
    expect(read.rowNumbers).toEqual([2, 3]);
  });

  test('as CSV is read back as it would be typed, amounts with their decimals', async () => {
    const read = await readSpreadsheet(bytesOf(toCsv(columns, [meiLing, nothing])), 'export.csv');
    expect(read.rows).toEqual([asTyped[0]!.with(2, '-1234.50'), asTyped[1]]);
  });

  test('as CSV says its encoding and quotes what it must', () => {
    const csv = toCsv(columns.slice(0, 3), [meiLing]);
    const line = '"陈美玲 (சென்) ""the second"", Ltd",+65 91234567,-1234.50';
    expect(csv).toBe(`\ufeffName,Contact number,Total\r\n${line}\r\n`);
  });
});

describe('a text that is a formula', () => {
  const attacks = ["=cmd|'/c calc'!A1", '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1+1'];
  const [name] = columns;

  test('is disarmed in CSV, and comes back as it was', async () => {
    const csv = toCsv(
      [name!],
      attacks.map((attack) => ({ name: attack })),
    );
    expect(csv.match(/^"?'/gm)).toHaveLength(attacks.length);
    expect((await readSpreadsheet(bytesOf(csv), 'a.csv')).rows.map(([cell]) => cell)).toEqual(attacks);
  });

  test('is disarmed in a header and in a contact number that is none', () => {
    expect(toCsv([{ ...name!, header: '=1' }], [])).toBe("\ufeff'=1\r\n");
    expect(toCsv([columns[1]!], [{ phone: '+65 9123=1' }])).toContain("'+65 9123=1");
  });

  test('is only text in XLSX', async () => {
    const read = await readSpreadsheet(await toXlsx([name!], [{ name: '=1+1' }], 'x'), 'a.xlsx');
    expect(read.rows).toEqual([['=1+1']]);
  });

  test('is not seen in negative amounts', () => expect(toCsv([columns[2]!], [{ total: -5 }])).toContain('\r\n-0.05'));
});

describe('XLSX', () => {
  test('keeps odd text', async () => {
    const odd = ['a_x0041_b', 'line\nbreak', ' space ', '\u0007bell', '<b>&amp;</b>', '😀', 'x'.repeat(40_000)];
    const sheet = await toXlsx(
      [columns[0]!],
      odd.map((name) => ({ name })),
      '',
    );
    const back = (await readSpreadsheet(sheet, 'odd.xlsx')).rows.map(([cell]) => cell);
    expect(back).toEqual([...odd.slice(0, 3), 'bell', ...odd.slice(4, 6), 'x'.repeat(32_767)]);
  });

  test('shows the day that it is in Singapore', async () => {
    const sheet = await toXlsx(columns.slice(6), [{ neededBy: '2026-01-01', createdAt: '2025-12-31T16:00:00Z' }], 'x');
    expect((await readSpreadsheet(sheet, 'a.xlsx')).rows).toEqual([['01/01/2026', '01/01/2026']]);
  });
});

describe('a CSV file', () => {
  test.each([
    ['commas', bytesOf('Name,Total\nTan,"1,234.50"\n')],
    ['semicolons', bytesOf('Name;Total\r\nTan;1,234.50\r\n')],
    ['tabs', bytesOf('"Name"\tTotal\rTan\t1,234.50\r')],
    ['UTF-16', Buffer.from('\ufeffName\tTotal\r\nTan\t1,234.50', 'utf16le')],
  ])('with %s is understood', async (_, bytes) => {
    const read = await readSpreadsheet(bytes, 'a.csv');
    expect([read.header, ...read.rows]).toEqual([
      ['Name', 'Total'],
      ['Tan', '1,234.50'],
    ]);
  });

  test('of an old Windows program keeps its umlauts', async () => {
    expect((await readSpreadsheet(Buffer.from('Name\nGr\xfcn', 'latin1'), 'a.csv')).rows).toEqual([['Grün']]);
  });

  test('may have empty rows, short rows and empty columns at its end; rows keep their numbers', async () => {
    const read = await readSpreadsheet(bytesOf('\n Name ,Total,,\n\nTan\n,,,\n"Lim\nKai",2,3,4\n'), 'a.csv');
    expect(read.header).toEqual(['Name', 'Total']);
    expect(read.rows).toEqual([
      ['Tan', ''],
      ['Lim\nKai', '2'],
    ]);
    expect(read.rowNumbers).toEqual([4, 6]);
  });

  test('with a million columns is read as far as anybody would fill one, like a workbook', async () => {
    const wide = await readSpreadsheet(bytesOf(`Name${','.repeat(900_000)}Last\n${'Tan\n'.repeat(1_000)}`), 'a.csv');
    expect([wide.header, wide.rows.length, wide.rows[0]]).toEqual([['Name'], 1_000, ['Tan']]);
    const cells = Array.from({ length: 201 }, (_, at) => `c${at}`);
    const csv = await readSpreadsheet(bytesOf(`${cells.join()}\n${cells.join()}`), 'a.csv');
    const xlsx = await readSpreadsheet(
      await toXlsx(
        cells.map((key) => ({ key, header: key, kind: 'text' })),
        [Object.fromEntries(cells.map((key) => [key, key]))],
        'x',
      ),
      'a.xlsx',
    );
    for (const { header, rows } of [csv, xlsx])
      expect([header, rows]).toEqual([cells.slice(0, 200), [cells.slice(0, 200)]]);
  });
});

describe('refused is', () => {
  const rows = (count: number) => bytesOf(`Name\n${'Tan\n'.repeat(count)}`);

  test('one row too many, not the last that fits', async () => {
    expect(await refused(rows(IMPORT_MAX_ROWS))).toBe('accepted');
    expect(await refused(rows(IMPORT_MAX_ROWS + 1))).toBe('too-many-rows');
    const many = Array.from({ length: IMPORT_MAX_ROWS + 1 }, () => ({ name: 'Tan' }));
    expect(await refused(await toXlsx([columns[0]!], many, 'x'), 'a.xlsx')).toBe('too-many-rows');
  });

  test('a file that is too large', async () => {
    expect(await refused(new Uint8Array(IMPORT_MAX_BYTES + 1))).toBe('spreadsheet-too-large');
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['only empty rows', bytesOf('\n,,\n\n')],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a broken archive', Buffer.from('PK\u0003\u0004 and then nothing of the kind')],
  ])('%s', async (_, bytes) => expect(await refused(bytes)).toBe('spreadsheet-unreadable'));

  test('an old .xls file', async () => {
    expect(await refused(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old.xls')).toBe('spreadsheet-unreadable');
  });

  test('an archive that lost its second half', async () => {
    const sheet = await toXlsx(columns, [meiLing], 'x');
    expect(await refused(sheet.slice(0, sheet.length / 2), 'a.xlsx')).toBe('spreadsheet-unreadable');
  });

  test('an archive that unpacks to more than it says', async () => {
    const bomb = archiveOf('xl/sharedStrings.xml', Buffer.alloc(65 * 1024 * 1024), 10);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refused(bomb, 'bomb.xlsx')).toBe('spreadsheet-unreadable');
    expect(await unpackedSize(archiveOf('a', Buffer.alloc(1_000), 1_000), 1_000)).toBe(1_000);
    expect(await unpackedSize(archiveOf('a', Buffer.alloc(1_001), 1_000), 1_000)).toBeNull();
  });
});

/** A ZIP archive of one entry that claims to be `claimed` bytes long. */
function archiveOf(name: string, content: Buffer, claimed: number): Buffer {
  const packed = deflateRawSync(content);
  const entry = Buffer.alloc(26);
  entry.writeUInt16LE(20, 0);
  entry.writeUInt16LE(8, 4);
  entry.writeUInt32LE(packed.length, 14);
  entry.writeUInt32LE(claimed, 18);
  entry.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), entry, Buffer.from(name), packed]);
  const version = Buffer.from([20, 0]);
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002'), version, entry, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\u0005\u0006'), end]);
}
