import { qrSvg } from '#lib/process/typst/qr.ts';
import type { PrintApproval, PrintData, PrintLine } from '#lib/documents/prints/print-data.ts';

/** The form Hannah Lim prints: forty granite plaques for Serenity Suite, approved by three people. */
export function prf(changes: Partial<PrintData> = {}): PrintData {
  return {
    language: 'en',
    title: 'Purchase request form',
    number: 'PR-SWG-2026-00412',
    entity: {
      name: 'Stillwater Garden Pte Ltd',
      nameZh: '静水园',
      registrations: [
        { label: 'UEN', value: '201812345K' },
        { label: 'GST Reg. No.', value: 'M90312345X' },
      ],
      addressLines: ['12 Lim Chu Kang Lane', 'Singapore 718845', '+65 61234567'],
    },
    identity: [
      { label: 'Number', value: 'PR-SWG-2026-00412' },
      { label: 'Revision', value: 'R2' },
      { label: 'Date', value: '20/11/2026' },
      { label: 'Status', value: 'Approved' },
    ],
    facts: [
      { label: 'Requested by', value: 'Hannah Lim' },
      { label: 'Department', value: 'Operations' },
      { label: 'Needed by', value: '04/12/2026' },
      { label: 'Purchase path', value: 'Quotation, 3 in writing' },
      { label: 'Cost centre', value: 'OPS-COL Columbarium' },
      { label: 'Expense category', value: '5310 Stonework' },
      { label: 'Deliver to', value: 'Site store' },
      { label: 'Preferred vendor', value: 'Hock Seng Stone Works 福成石业' },
    ],
    texts: [
      {
        label: 'Purpose',
        value:
          'Replaces paper labels on level 5 of Serenity Suite before the December interments. ' +
          'Families have approved the wording of all 40 names.',
      },
    ],
    columns: [
      { kind: 'position', label: 'No.' },
      { kind: 'text', label: 'Item and specification' },
      { kind: 'number', label: 'Quantity' },
      { kind: 'unit', label: 'Unit' },
      { kind: 'price', label: 'Unit price' },
      { kind: 'number', label: 'GST' },
      { kind: 'number', label: 'Amount S$' },
    ],
    lines: [
      line(1, {
        item: 'Granite plaque, 300 × 200 mm',
        specification: 'Honed grey, engraved English and Chinese, drawing C-114',
        unitPrice: '395.00',
        amount: '15,800.00',
      }),
      line(2, { item: 'Bronze fixing set', specification: 'Four studs and backing, for columbarium face' }),
      line(3, {
        item: 'Delivery and placement',
        specification: 'Serenity Suite, level 5, before 08:00am',
        quantity: '1',
        unit: 'Lot(s)',
        unitPrice: '301.00',
        amount: '301.00',
      }),
    ],
    totals: [
      { label: 'Net', amount: '17,101.00' },
      { label: 'GST 9%', amount: '1,539.09' },
      { label: 'Total S$', amount: '18,640.09', strong: true },
    ],
    approvals: {
      title: 'Approved by',
      given: [
        approval('Daniel Koh', 'Department head, Operations', '20/11/2026 04:12pm', 2),
        approval('Marie Lau', 'Finance manager', '23/11/2026 10:05am', 3),
        {
          ...approval('Lim Kai Wen', 'Purchasing officer', '23/11/2026 11:20am', 4),
          onBehalf: 'for Priya Menon, Purchasing manager',
        },
      ],
      none: 'No one has approved this request yet.',
    },
    printed: 'Printed by Hannah Lim, 23/11/2026 11:32am',
    pageOf: 'Page {page} of {pages}',
    check: {
      label: 'Verify this document',
      code: '7K4M-QX2P-93TD',
      url: 'stillwater.example/verify/7K4M-QX2P-93TD',
      qrSvg: qrSvg('https://stillwater.example/verify/7K4M-QX2P-93TD'),
      qrAlt: 'QR code with the address where this document can be verified',
    },
    ...changes,
  };
}

/** Forty bronze fixing sets, unless said otherwise. */
export function line(no: number, changes: Partial<typeof fixingSets> = {}): PrintLine {
  const { specification, item, quantity, unit, unitPrice, gst, amount } = { ...fixingSets, ...changes };
  return { cells: [String(no), item, quantity, unit, unitPrice, gst, amount], note: specification };
}

const fixingSets = {
  item: 'Bronze fixing set',
  specification: undefined as string | undefined,
  quantity: '40',
  unit: 'Piece(s)',
  unitPrice: '25.00',
  gst: '9%',
  amount: '1,000.00',
};

export function approval(name: string, role: string, at: string, waves: number): PrintApproval {
  return { name, role, at, signature: { type: 'svg', base64: btoa(scrawl(waves)), alt: `Signature of ${name}` } };
}

function scrawl(waves: number): string {
  const strokes = Array.from({ length: waves }, () => 'c8-40 18-40 14-8c-2 20 6 16 16 4').join('');
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 70" fill="none" stroke="#111" stroke-width="2">' +
    `<path d="M10 52${strokes}c20-10 40-6 50-4"/></svg>`
  );
}
