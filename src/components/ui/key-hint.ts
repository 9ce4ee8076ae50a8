import type { Actor } from '#lib/values/actor.ts';
import type { Translate } from '#lib/values/languages.ts';

/**
 * By which key something is reached: the one place from which the key acts, assistive technology tells it and the tooltip
 * shows it. Nothing for whoever has switched keys without Ctrl off.
 */
export function keyHint(
  { actor, t }: { actor: Actor; t: Translate },
  key: string,
): { 'aria-keyshortcuts'?: string; title?: string } {
  return actor.singleKeys ? { 'aria-keyshortcuts': key, title: t('search.keys.key', { key: key.toUpperCase() }) } : {};
}
