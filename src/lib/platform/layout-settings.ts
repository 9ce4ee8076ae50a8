/**
 * What a person chooses about the look of the page (specification, sections 3 and 4: layout configuration, skin).
 * Kept in the browser's storage and mirrored in a cookie, so that the server writes the right attributes on <html>.
 * Browser-safe.
 */
import { DEFAULT_SKIN, MENU_HIDDEN, SKINS } from '#lib/kernel/constants.ts';

/** Name of the cookie, and of the entry in the browser's storage. */
export const LAYOUT_COOKIE = 'layout';

/** What may be chosen for each setting; the first is the default unless `defaults` says otherwise. */
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

/** `menuHidden` speaks of the column at the side, so it shows only once the layout is vertical. */
export const defaultLayout: LayoutSettings = {
  ...(Object.fromEntries(Object.entries(LAYOUT_CHOICES).map(([name, choices]) => [name, choices[0]])) as LayoutSettings),
  skin: DEFAULT_SKIN,
  menuHidden: MENU_HIDDEN ? 'on' : 'off',
};

/** The settings that a cookie or a storage entry holds; what is unknown or missing is the default. */
export function parseLayout(text: string | null | undefined): LayoutSettings {
  const chosen = [...new URLSearchParams(text ?? '')].filter(([name, value]) => isChoice(name, value));
  return { ...defaultLayout, ...Object.fromEntries(chosen) };
}

/** The other way round: only what differs from the default, as 'skin=light&dark=on'. */
export function serializeLayout(settings: LayoutSettings): string {
  const changed = Object.entries(settings).filter(([name, value]) => value !== defaultLayout[name as LayoutSetting]);
  return new URLSearchParams(changed).toString();
}

/**
 * The settings after one choice. When the layout becomes horizontal and the skin is semi-dark, the skin becomes light
 * (specification, section 4); not on a first load, or the default skin could never be seen. A layout that becomes
 * vertical brings its menu with it.
 */
export function choose<Name extends LayoutSetting>(
  settings: LayoutSettings,
  name: Name,
  value: LayoutSettings[Name],
): LayoutSettings {
  const chosen = { ...settings, [name]: value };
  if (chosen.layout === settings.layout) return chosen;
  if (chosen.layout === 'vertical') return { ...chosen, menuHidden: 'off' };
  return { ...chosen, skin: chosen.skin === 'semi-dark' ? 'light' : chosen.skin };
}

/** The attributes of <html> for the settings; undefined ones are left out. */
export function layoutAttributes(settings: LayoutSettings): Record<string, string | undefined> {
  return {
    class: settings.dark === 'on' ? 'dark-layout' : undefined,
    dir: settings.rtl === 'on' ? 'rtl' : undefined,
    'data-skin': settings.skin,
    'data-layout': settings.layout,
    'data-density': settings.density,
    'data-width': settings.width,
    'data-menu': menuState(settings),
    'data-navbar': settings.navbar,
    'data-navbar-color': settings.navbarColor,
    'data-footer': settings.footer,
    'data-transition': settings.transition,
  };
}

function menuState({ layout, menuHidden, menuCollapsed }: LayoutSettings): string | undefined {
  if (layout === 'horizontal') return undefined;
  if (menuHidden === 'on') return 'hidden';
  return menuCollapsed === 'on' ? 'collapsed' : undefined;
}

function isChoice(name: string, value: string): boolean {
  const choices: readonly string[] | undefined = Object.hasOwn(LAYOUT_CHOICES, name)
    ? LAYOUT_CHOICES[name as LayoutSetting]
    : undefined;
  return choices?.includes(value) ?? false;
}
