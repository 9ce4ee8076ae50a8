import { menuFor } from './menu.ts';
import type { Ability } from '#lib/values/ability.ts';
import type { Translate } from '#lib/values/languages.ts';

export interface Shortcut {
  /** Pressed one after the other, or any of them where `either`. */
  keys: readonly string[];
  either?: boolean;
  text: string;
}

export interface ShortcutGroup {
  heading: string;
  /** With Ctrl: these stay when single keys are off. */
  always: boolean;
  shortcuts: readonly Shortcut[];
}

/** All shortcuts, in groups; those that lead to pages only for pages the person may open. */
export function shortcutGroups(ability: Ability, t: Translate): ShortcutGroup[] {
  const key = 'search.keys';
  const [ctrl, enter] = [t(`${key}.ctrl`), t(`${key}.enter`)];
  const of = (text: string, ...keys: string[]): Shortcut => ({ keys, text: t(`${key}.${text}`) });
  const pages = menuFor(ability)
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.key);
  return [
    {
      heading: t(`${key}.always`),
      always: true,
      shortcuts: [of('palette', `${ctrl} + K`), of('send', `${ctrl} + ${enter}`), of('leave', t(`${key}.escape`))],
    },
    {
      heading: t(`${key}.everywhere`),
      always: false,
      shortcuts: [of('search', '/'), of('create', 'C'), of('sheet', '?')],
    },
    {
      heading: t(`${key}.list`),
      always: false,
      shortcuts: [{ ...of('move', 'J', 'K'), either: true }, of('select', 'X'), of('look', 'V'), of('open', enter)],
    },
    { heading: t(`${key}.record`), always: false, shortcuts: [of('edit', 'E')] },
    {
      heading: t('menu.approvals'),
      always: false,
      shortcuts: [of('approve', 'A'), of('return', 'R'), of('openRecord', 'O')],
    },
    {
      heading: t(`${key}.go`),
      always: false,
      shortcuts: pages.map((entry) => ({ keys: ['G', entry.key!.toUpperCase()], text: t(entry.label) })),
    },
  ];
}
