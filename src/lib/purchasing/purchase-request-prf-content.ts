import type { Picture } from '#lib/platform/documents/paper.ts';

/** How far a request is, as its form says it: everything after the last approval is approved. */
export type PrfState = 'draft' | 'pending' | 'approved' | 'rejected' | 'cancelled';

const states: Record<string, PrfState> = {
  draft: 'draft',
  returned: 'draft',
  'pending-approval': 'pending',
  rejected: 'rejected',
  cancelled: 'cancelled',
};

/** How the form of a request in this status is shown. */
export function prfStateOf(status: string): PrfState {
  return states[status] ?? 'approved';
}

/**
 * What the form of a request says, before any language: kept with every print version, so that it can be shown again.
 * Dates 'YYYY-MM-DD', instants ISO, amounts in cents, unit prices in ten-thousandths of a dollar, rates in basis points.
 */
export interface PrfContent {
  /** Null until the request was sent for approval. */
  number: string | null;
  revision: number;
  state: PrfState;
  /** The day it was sent, or begun. */
  date: string;
  entity: PrfContentEntity;
  title: string;
  purpose: string;
  requester: string;
  department: string;
  neededBy: string;
  purchasePath: string;
  requiredQuotations: number | null;
  /** Each code with its name; several when the lines differ. */
  costCenters: string[];
  expenseCategories: string[];
  deliverTo: string;
  preferredVendor: string | null;
  lines: PrfContentLine[];
  netCents: number;
  gstCents: number;
  grossCents: number;
  approvals: PrfContentApproval[];
}

export interface PrfContentEntity {
  name: string;
  nameChinese: string | null;
  uen: string;
  gstNo: string | null;
  addressLines: string[];
  printFooter: string | null;
  /** Papers that were kept before there were logos have none. */
  logo?: Omit<Picture, 'alt'> | null;
}

export interface PrfContentLine {
  description: string;
  specification: string | null;
  quantity: number;
  unit: string;
  unitPriceE4: number;
  gstCode: string;
  gstRate: number;
  priceIncludesGst: boolean;
  netCents: number;
  costCenter: string;
  expenseCategory: string;
}

export interface PrfContentApproval {
  userId: string;
  name: string;
  jobTitle: string | null;
  /** The person decided for, where it was delegated: name and job title. */
  onBehalfOf: string | null;
  at: string;
  signature: Omit<Picture, 'alt'> | null;
}
