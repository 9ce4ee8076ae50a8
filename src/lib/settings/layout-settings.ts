/**
 * A person's display settings (specification, sections 3 and 4: layout configuration, skin). Stored in the browser and
 * mirrored in a cookie, so that the server writes the right attributes on <html>. Browser-safe.
 */
import { DEFAULT_SKIN, MENU_HIDDEN, SKINS } from '#lib/values/constants.ts';

/** Name of the cookie, and of the key in the browser's storage. */
export const LAYOUT_COOKIE = 'layout';

/** The choices for each setting; the first is the default unless `defaults` says otherwise. */
export const LAYOUT_CHOICES = {
  skin: SKINS,
  dark: ['off', 'on'],
  density: ['comfortable', 'compact'],
  layout: ['horizontal', 'vertical'],
  width: ['boxed', 'narrow', 'full'],
  menuHidden: ['off', 'on'],
  menuCollapsed: ['off', 'on'],
  navbar: ['static', 'sticky', 'floating', 'hidden'],
  navbarColor: ['skin', 'light', 'dark', 'evergreen'],
  footer: ['static', 'sticky', 'hidden'],
  rtl: ['off', 'on'],
  transition: ['fade', 'slide', 'zoom', 'none'],
} as const;

export type LayoutSettings = { [Name in keyof typeof LAYOUT_CHOICES]: (typeof LAYOUT_CHOICES)[Name][number] };
export type LayoutSetting = keyof LayoutSettings;

/** `menuHidden` refers to the side column, so it takes effect only in the vertical layout. */
export const defaultLayout: LayoutSettings = {
  ...(Object.fromEntries(
    Object.entries(LAYOUT_CHOICES).map(([name, choices]) => [name, choices[0]]),
  ) as LayoutSettings),
  skin: DEFAULT_SKIN,
  menuHidden: MENU_HIDDEN ? 'on' : 'off',
};

/** The settings in a cookie such as 'skin=light&dark=on'; unknown or missing ones are the default. */
export function parseLayout(text: string | null | undefined): LayoutSettings {
  const chosen = [...new URLSearchParams(text ?? '')].filter(([name, value]) => isChoice(name, value));
  return { ...defaultLayout, ...Object.fromEntries(chosen) };
}

function isChoice(name: string, value: string): boolean {
  const choices: readonly string[] | undefined = Object.hasOwn(LAYOUT_CHOICES, name)
    ? LAYOUT_CHOICES[name as LayoutSetting]
    : undefined;
  return choices?.includes(value) ?? false;
}
