import type { Actor } from '#lib/values/actor.ts';
import { addDays, today } from '#lib/values/time.ts';
import { db } from '#lib/process/database/database.server.ts';
import {
  approvePurchaseRequest,
  rejectPurchaseRequest,
  returnPurchaseRequest,
  submitPurchaseRequest,
} from '#lib/purchasing/purchase-request/life.server.ts';
import { createPurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { actorNamed, type Company } from './builders.ts';

export type Line = [description: string, specification: string | null, quantity: number, unit: string, dollars: number];
type Act = [who: string, act: 'approve' | 'return' | 'reject', comment?: string];

export interface Story {
  by: string;
  title: string;
  purpose: string;
  category: string;
  center: string;
  address: string;
  days: number;
  path?: string;
  pathReason?: string;
  priority?: string;
  priorityReason?: string;
  vendor?: string;
  vendorReason?: string;
  lines: Line[];
  draft?: true;
  acts?: Act[];
}

/** Requests in every status, each with its story. Unit prices in dollars before GST. */
const stories: Story[] = [
  {
    by: 'requester',
    title: 'Annual pest control contract',
    purpose: 'Monthly visits to the columbarium and the chapels.',
    category: '5510',
    center: 'OPS-COL',
    address: 'Site store',
    days: 30,
    lines: [['Pest control, twelve visits', 'Columbarium, chapels, store', 12, 'Lot(s)', 380]],
    acts: [['head', 'approve']],
  },
  {
    by: 'counter',
    title: 'Printed order-of-service booklets',
    purpose: 'Booklets for the memorial services of the first quarter.',
    category: '5610',
    center: 'CUS-ALL',
    address: 'Registered office',
    days: 21,
    path: 'direct',
    lines: [['Order-of-service booklet, 16 pages', 'English and Chinese 中文', 600, 'Piece(s)', 1.3]],
    acts: [['counterhead', 'approve', 'Same layout as last year, please.']],
  },
  {
    by: 'head',
    title: 'Wheelchair ramps and handrails, Chapel 2',
    purpose: 'Two families asked for level access before the anniversary prayers.',
    category: '5510',
    center: 'OPS-CHA',
    address: 'Site store',
    days: 17,
    vendor: 'Lian Hup Metalworks',
    lines: [
      ['Aluminium ramp, 2.4 m', 'Non-slip, side rails', 2, 'Unit(s)', 4_850],
      ['Handrail, stainless', 'Both sides of the aisle', 36, 'Piece(s)', 210],
      ['Installation', 'At night, before 06:00am', 1, 'Lot(s)', 4_720],
    ],
    acts: [
      ['manager', 'approve', 'Families have waited long enough.'],
      ['finance', 'approve'],
    ],
  },
  {
    by: 'kitchen',
    title: 'Vegetarian catering, anniversary prayers, 120 pax',
    purpose: '周年法会 lunch of 120 persons in the Lotus Pavilion.',
    category: '5210',
    center: 'KIT-ALL',
    address: 'Kitchen',
    days: 9,
    lines: [['Vegetarian set 素斋供品', 'Buddhist pure, no garlic or onion', 120, 'Piece(s)', 22]],
    acts: [['manager', 'approve']],
  },
  {
    by: 'requester2',
    title: 'Pruning and soil renewal, North Terrace',
    purpose: 'Roots lift the path near the family plots.',
    category: '5410',
    center: 'GRD-NTH',
    address: 'North Terrace',
    days: 3,
    lines: [
      ['Pruning, rain trees', null, 14, 'Unit(s)', 180],
      ['Soil, enriched', 'Delivered loose', 12, 'Lot(s)', 190],
    ],
    acts: [['head2', 'reject', 'The terrace is renewed as a whole in March; please join that request.']],
  },
  {
    by: 'requester',
    title: 'Incense and joss paper, Qing Ming stock',
    purpose: '清明用品 for the counter and the ceremonies.',
    category: '5220',
    center: 'OPS-CER',
    address: 'Site store',
    days: 50,
    vendor: 'Heng Leong Incense 兴隆香庄',
    lines: [
      ['Joss sticks, sandalwood', 'Bundle of 50', 900, 'Piece(s)', 4.2],
      ['Joss paper, gold', 'Pack', 1_200, 'Piece(s)', 3.65],
      ['Joss paper, silver', 'Pack', 300, 'Piece(s)', 3.1],
    ],
    acts: [['head', 'return', 'Please ask for the price of a whole container.']],
  },
  {
    by: 'counter',
    title: 'Floral arrangements for Remembrance Sunday',
    purpose: 'Altar and gate flowers, and wreaths for families who booked them.',
    category: '5220',
    center: 'CUS-ALL',
    address: 'Registered office',
    days: 4,
    priority: 'urgent',
    priorityReason: 'The day was moved forward by a week.',
    lines: [
      ['Altar arrangement', 'White lilies and chrysanthemum', 12, 'Piece(s)', 185],
      ['Wreath, 60 cm', 'Ribbon text per list', 34, 'Piece(s)', 96],
      ['Gate garland', null, 2, 'Unit(s)', 748],
    ],
  },
  {
    by: 'requester',
    title: 'Urn vault seals, batch 12',
    purpose: 'Seals for the vaults handed over in December.',
    category: '5320',
    center: 'OPS-COL',
    address: 'Site store',
    days: 12,
    vendor: '福成石业 Hock Seng Stone Works',
    lines: [
      ['Vault seal, silicone', 'For 30 × 30 vaults', 250, 'Piece(s)', 9.6],
      ['Sealing compound', '300 ml', 60, 'Piece(s)', 14.59],
    ],
  },
  {
    by: 'requester',
    title: 'Granite plaques, Serenity Suite, 40 pieces',
    purpose:
      'Replaces paper labels on level 5 of Serenity Suite 静安阁 before the December interments. Families have approved the wording of all 40 names.',
    category: '5310',
    center: 'OPS-COL',
    address: 'Site store',
    days: 13,
    vendor: 'Hock Seng Stone Works 福成石业',
    vendorReason: 'Cut the plaques of level 4, same quarry.',
    lines: [
      ['Granite plaque, 300 × 200 mm', 'Honed grey, engraved English and Chinese, drawing C-114', 40, 'Piece(s)', 395],
      ['Bronze fixing set', 'Four studs and backing, for columbarium face', 40, 'Piece(s)', 25],
      ['Delivery and placement', 'Serenity Suite, level 5, before 08:00am', 1, 'Lot(s)', 301],
    ],
    acts: [['head', 'approve', 'Agreed, needed before the December interments.']],
  },
  {
    by: 'requester2',
    title: 'Ride-on mower, diesel',
    purpose: 'The old mower cannot be repaired any more.',
    category: '5710',
    center: 'GRD-ALL',
    address: 'North Terrace',
    days: 40,
    lines: [
      ['Ride-on mower', 'Diesel, 1.2 m deck', 1, 'Unit(s)', 24_900],
      ['Service contract, three years', null, 1, 'Lot(s)', 3_400],
    ],
    acts: [['head2', 'approve']],
  },
  {
    by: 'stores',
    title: 'Shelving for Store 1',
    purpose: 'Urns are stacked three high; they must not be.',
    category: '5710',
    center: 'OPS-COL',
    address: 'Site store',
    days: 20,
    path: 'direct',
    lines: [['Shelf, steel, 2 m', 'Five boards, 150 kg each', 6, 'Unit(s)', 148]],
  },
  {
    by: 'duty',
    title: 'Emergency repair, cremator extractor',
    purpose: 'The extractor fan failed on Friday night.',
    category: '5510',
    center: 'OPS-CHA',
    address: 'Site store',
    days: 2,
    path: 'emergency',
    pathReason: 'Services of the weekend could not have gone on.',
    priority: 'critical',
    priorityReason: 'Services from Saturday 09:00am.',
    lines: [['Extractor fan, with fitting', null, 1, 'Lot(s)', 3_950]],
  },
  {
    by: 'requester',
    title: 'Visitor umbrellas, rack of 60',
    purpose: 'For families on the way from the car park.',
    category: '5110',
    center: 'OPS-CER',
    address: 'Site store',
    days: 25,
    draft: true,
    lines: [['Umbrella, dark green', 'With the garden’s mark', 60, 'Piece(s)', 11.9]],
  },
  {
    by: 'operations',
    title: 'Tea sets for the waiting rooms',
    purpose: 'Four rooms, eight cups each.',
    category: '5110',
    center: 'OPS-CER',
    address: 'Registered office',
    days: 30,
    draft: true,
    lines: [['Tea set, celadon', 'Pot and eight cups', 4, 'Unit(s)', 86]],
  },
];

const operations = { approve: approvePurchaseRequest, return: returnPurchaseRequest, reject: rejectPurchaseRequest };

/** Plays the stories through the operations, as their people; existing ones are not repeated. */
export async function buildRequests(own: Company): Promise<void> {
  const actors = new Map<string, Actor>();
  const actor = async (username: string) =>
    actors.get(username) ?? actors.set(username, await actorNamed(username)).get(username)!;
  for (const story of stories) {
    const alreadyMade = await db
      .selectFrom('purchaseRequests')
      .select('id')
      .where('title', '=', story.title)
      .executeTakeFirst();
    if (alreadyMade) continue;
    let request: PurchaseRequest = await createPurchaseRequest(await actor(story.by), inputOf(story, own));
    if (story.draft) continue;
    request = await submitPurchaseRequest(await actor(story.by), request);
    for (const [who, act, comment] of story.acts ?? [])
      request = await operations[act](await actor(who), request, { comment });
  }
}

/** What the form of a request would send; `days` counts from today. */
export function inputOf(story: Story, own: Company): Record<string, unknown> {
  const charged = { expenseCategoryId: own.categoryId(story.category), costCenterId: own.costCenterId(story.center) };
  return {
    title: story.title,
    purpose: story.purpose,
    purchasePath: story.path ?? 'quotation',
    pathReason: story.pathReason,
    neededBy: addDays(today(), story.days),
    priority: story.priority ?? 'normal',
    priorityReason: story.priorityReason,
    deliverToAddressId: own.addressId(story.address),
    preferredVendor: story.vendor,
    preferredVendorReason: story.vendorReason,
    ...charged,
    lines: story.lines.map(([description, specification, quantity, unit, dollars]) => ({
      kind: unit === 'Lot(s)' ? 'service' : 'goods',
      description,
      specification,
      quantity,
      unit,
      unitPriceE4: Math.round(dollars * 10_000),
      gstCode: 'SR',
      ...charged,
    })),
  };
}
