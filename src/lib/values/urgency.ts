/** How much a record presses, the heaviest first, and how a mark of it looks: a colour and a sign beside its word. */
import type { IconName } from './icons.ts';

export const URGENCIES = ['emergency', 'late', 'critical', 'urgent', 'soon'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** What a choice of a record can mean; that it is late or due soon follows from its day. */
export type ChosenUrgency = Exclude<Urgency, 'late' | 'soon'>;

/** A mark in the reader's words. */
export interface Mark {
  urgency: Urgency;
  text: string;
}

/** The sign of each; its colour is that of the class `mark-…` (words.css). */
export const urgencyIcons: Record<Urgency, IconName> = {
  emergency: 'triangle-alert',
  late: 'circle-alert',
  critical: 'arrow-up',
  urgent: 'arrow-up',
  soon: 'clock',
};
