/** Types of numbered documents, the first part of their numbers (model of purchasing, 0.3). */
export const DOC_TYPES = [
  'PR',
  'RFQ',
  'QCF',
  'PO',
  'DO',
  'NCF',
  'VI',
  'VCN',
  'PV',
  'PB',
  'VE',
  'VR',
  'IR',
  'ST',
  'SC',
  'BG',
  'BT',
  'UR',
] as const;

export type DocType = (typeof DOC_TYPES)[number];

/** Those that need approval, in the order used by policies and absences (model of purchasing, 0.6). */
export const APPROVED_DOC_TYPES = [
  'PR',
  'QCF',
  'PO',
  'VI',
  'PV',
  'VR',
  'VE',
  'IR',
  'ST',
  'SC',
  'BG',
  'BT',
  'UR',
] as const satisfies readonly DocType[];

export type ApprovedDocType = (typeof APPROVED_DOC_TYPES)[number];
