import type { LayoutSetting, LayoutSettings } from './layout-settings.ts';

/**
 * The settings after one choice. When the layout becomes horizontal and the skin is semi-dark, the skin becomes light
 * (specification, section 4); not on a first load, or the default skin could never be seen. Switching to the vertical
 * layout shows the menu.
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
