import type { Fact, Paper, Picture } from '#lib/platform/documents/paper.ts';

/**
 * The purchase request form (PRF; purchasing model, 0.9 and 1.15) as it is printed: what the preview page and
 * `purchase-request.prf.typ` both show. Every text is translated, every number and date formatted.
 */
export interface PrfData extends Paper {
  /** Requested by, department, needed by, purchase path; cost centre, expense category, deliver to, preferred vendor. */
  facts: Fact[];
  purpose: Fact;
  columns: Record<'no' | 'item' | 'quantity' | 'unit' | 'unitPrice' | 'gst' | 'amount', string>;
  lines: PrfLine[];
  totals: PrfTotal[];
  approvals: { title: string; given: PrfApproval[]; none: string };
}

export interface PrfLine {
  no: string;
  item: string;
  specification?: string;
  quantity: string;
  unit: string;
  unitPrice: string;
  gst: string;
  amount: string;
}

export interface PrfTotal {
  label: string;
  amount: string;
  /** The sum that counts: larger, under a rule. */
  strong?: boolean;
}

export interface PrfApproval {
  name: string;
  role: string;
  /** Of a delegate: "for Priya Menon, Purchasing manager", shown in place of the role. */
  onBehalf?: string;
  at: string;
  /** Only when the person allows its use on papers. */
  signature?: Picture;
}
