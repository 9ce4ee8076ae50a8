/** Sample data for the gallery's lists and documents: plausible records, all invented. */
import type { Tone } from '#lib/values/tone.ts';

export interface SampleRequest {
  number: string;
  title: string;
  otherName?: string;
  person: string;
  department: string;
  neededBy: string;
  late?: boolean;
  amount: string;
  status: string;
  tone: Tone;
  waitsFor?: string;
  updated: string;
}

export const requests: readonly SampleRequest[] = [
  {
    number: 'PR-SWG-2026-00412',
    title: 'Granite plaques, Serenity Suite, 40 pieces',
    person: 'Hannah Lim',
    department: 'Operations',
    neededBy: '04/12/2026',
    amount: '18,640.09',
    status: 'pendingApproval',
    tone: 'waits',
    waitsFor: 'Marie Lau',
    updated: '21/11/2026',
  },
  {
    number: 'PR-SWG-2026-00411',
    title: 'Urn vault seals, batch 12',
    otherName: '福成石业',
    person: 'Prakash Nair',
    department: 'Site services',
    neededBy: '28/11/2026',
    amount: '3,275.50',
    status: 'sourcing',
    tone: 'informs',
    updated: '21/11/2026',
  },
  {
    number: 'PR-SWG-2026-00409',
    title: 'Floral arrangements for Remembrance Sunday',
    person: 'Grace Tan Mei Ling',
    department: 'Ceremonies',
    neededBy: '19/11/2026',
    late: true,
    amount: '6,980.00',
    status: 'pendingApproval',
    tone: 'waits',
    waitsFor: 'Daniel Koh',
    updated: '21/11/2026',
  },
  {
    number: 'PR-SWG-2026-00407',
    title: 'Lift maintenance, Block C columbarium, 1st quarter',
    person: 'Daniel Koh',
    department: 'Facilities',
    neededBy: '15/12/2026',
    amount: '12,400.00',
    status: 'approved',
    tone: 'done',
    updated: '20/11/2026',
  },
  {
    number: 'PR-SWG-2026-00405',
    title: 'Incense and joss paper, Qing Ming stock',
    otherName: '清明用品',
    person: 'Hannah Lim',
    department: 'Operations',
    neededBy: '10/01/2027',
    amount: '9,150.80',
    status: 'ordered',
    tone: 'ordered',
    updated: '20/11/2026',
  },
  {
    number: 'PR-SWG-2026-00402',
    title: 'Pruning and soil renewal, North Terrace',
    person: 'Farid Rahman',
    department: 'Grounds',
    neededBy: '20/11/2026',
    late: true,
    amount: '4,800.00',
    status: 'rejected',
    tone: 'refused',
    updated: '18/11/2026',
  },
  {
    number: 'PR-SWG-2026-00391',
    title: 'Printed order-of-service booklets',
    person: 'Grace Tan Mei Ling',
    department: 'Ceremonies',
    neededBy: '12/12/2026',
    amount: '780.00',
    status: 'draft',
    tone: 'still',
    updated: '15/11/2026',
  },
  {
    number: 'PR-SWG-2026-00388',
    title: 'Annual pest control contract',
    person: 'Farid Rahman',
    department: 'Grounds',
    neededBy: '01/11/2026',
    amount: '7,200.00',
    status: 'closed',
    tone: 'over',
    updated: '14/11/2026',
  },
];

export const lines = [
  {
    item: 'Granite plaque, 300 × 200 mm',
    specification: 'Honed grey, engraved English and Chinese, drawing C-114',
    quantity: '40',
    unit: 'Piece(s)',
    price: '395.00',
    amount: '15,800.00',
  },
  {
    item: 'Bronze fixing set',
    specification: 'Four studs and backing, for columbarium face',
    quantity: '40',
    unit: 'Piece(s)',
    price: '25.00',
    amount: '1,000.00',
  },
  {
    item: 'Delivery and placement',
    specification: 'Serenity Suite, level 5, before 08:00am',
    quantity: '1',
    unit: 'Lot(s)',
    price: '301.00',
    amount: '301.00',
  },
] as const;

/** A table that is longer and wider than a screen: what each store held at the end of each month. */
export const stock = [
  'Bronze fixing set',
  'Candle, white, 30 cm',
  'Columbarium key',
  'Flower vase, porcelain',
  'Granite plaque, grey',
  'Granite plaque, black',
  'Incense, 49 days',
  'Joss paper, bundle',
  'Lantern, paper',
  'Lotus tray',
  'Marble urn, small',
  'Marble urn, large',
  'Name plate, brass',
  'Niche door seal',
  'Photo frame, oval',
  'Porcelain photograph',
  'Prayer mat',
  'Soil, bag of 20 l',
  'Table cloth, white',
  'Urn vault seal',
  'Visitor umbrella',
  'Wreath stand',
].map((item, row) => ({
  item,
  code: `IM-${String(1040 + row * 7).padStart(5, '0')}`,
  months: Array.from({ length: 12 }, (_, month) => (row * 37 + month * 23) % 140),
}));

export const people = ['Daniel Koh', 'Marie Lau', 'Priya Menon'] as const;

/** A week of money in and out, in cents. */
export const cashDays = ['Mon 16/11', 'Tue 17/11', 'Wed 18/11', 'Thu 19/11', 'Fri 20/11', 'Sat 21/11', 'Sun 22/11'];
const cents = (...dollars: number[]) => dollars.map((value) => ({ value: value * 100 }));
export const cash = {
  receipts: cents(18_420, 22_160, 15_980, 27_340, 31_200, 41_850, 38_600),
  payments: cents(9_120, 0, 26_410, 12_600, 18_900, 0, 0),
};

/** Requests of four departments, by state. */
export const requestStates = [
  { status: 'draft', counts: [3, 1, 0, 2] },
  { status: 'pendingApproval', counts: [6, 2, 1, 0] },
  { status: 'sourcing', counts: [4, 5, 2, 3] },
  { status: 'approved', counts: [12, 4, 7, 5] },
  { status: 'ordered', counts: [9, 3, 8, 6] },
  { status: 'closed', counts: [21, 16, 11, 14] },
] as const;
