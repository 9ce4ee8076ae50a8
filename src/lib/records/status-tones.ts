import { allDeclarations, type AnyEntity } from './entity.ts';
import type { Tone } from '#lib/values/tone.ts';

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

/**
 * The tone of a status: what its record declares (`entity` is the key of its labels, 'purchasing.purchaseRequest'), else
 * that of the word, whatever its record; a status without one lies still.
 */
export function toneOf(status: string, entity?: string): Tone {
  const of = allDeclarations().find(({ module, key }) => `${module}.${key}` === entity);
  const found = Object.entries(tones).find(([, statuses]) => statuses.includes(status));
  return (of?.tones as Record<string, Tone> | undefined)?.[status] ?? (found?.[0] as Tone | undefined) ?? 'still';
}

/** The tone of a status and its place, from 0, among those of its record that share it. */
export function toneAndPlace(of: AnyEntity, status: string): { tone: Tone; place: number } {
  const toneIn = (one: string) => toneOf(one, `${of.module}.${of.key}`);
  const tone = toneIn(status);
  return {
    tone,
    place: Math.max(0, (of.statuses as readonly string[]).filter((one) => toneIn(one) === tone).indexOf(status)),
  };
}
