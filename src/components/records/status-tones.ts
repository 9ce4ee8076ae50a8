import type { Tone } from '#components/ui/tone.ts';

const tones: Record<Exclude<Tone, 'still'>, readonly string[]> = {
  waits: [
    'pending',
    'pending-approval',
    'pending-budget',
    'pending-award',
    'on-hold',
    'returned',
    'invited',
    'locked',
    'waiting',
    'interrupted',
  ],
  informs: ['sourcing', 'quotation', 'review', 'submitted', 'received', 'sent', 'running'],
  done: [
    'approved',
    'active',
    'awarded',
    'completed',
    'accepted',
    'verified',
    'paid',
    'confirmed',
    'done',
    'fulfilled',
  ],
  refused: ['rejected', 'suspended', 'failed', 'refused', 'expired', 'blacklisted'],
  ordered: ['ordered', 'partly-received', 'reserved', 'issued'],
  over: ['closed', 'cancelled', 'withdrawn', 'archived', 'inactive', 'voided', 'reversed', 'ended', 'revoked'],
};

/** The tone of a status, whatever its entity; a status that is not listed lies still. */
export function toneOf(status: string): Tone {
  const found = Object.entries(tones).find(([, statuses]) => statuses.includes(status));
  return (found?.[0] as Tone | undefined) ?? 'still';
}
