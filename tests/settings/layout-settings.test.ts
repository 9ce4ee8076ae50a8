import { describe, expect, it } from 'vitest';
import { choose, layoutAttributes } from '#lib/settings/layout-rules.ts';
import { defaultLayout, parseLayout } from '#lib/settings/layout-settings.ts';

describe('layout settings', () => {
  it('start semi-dark and horizontal, with the side menu hidden', () => {
    expect(parseLayout(undefined)).toMatchObject({
      skin: 'semi-dark',
      dark: 'off',
      layout: 'horizontal',
      menuHidden: 'on',
    });
  });

  it('remember what was chosen', () => {
    const chosen = choose(choose(defaultLayout, 'skin', 'bordered'), 'dark', 'on');
    expect(parseLayout('skin=bordered&dark=on')).toEqual(chosen);
    expect(parseLayout(new URLSearchParams(chosen).toString())).toEqual(chosen);
  });

  it('pass over what a tampered cookie says', () => {
    expect(parseLayout('skin="><script>&layout=diagonal&__proto__=1&constructor=2')).toEqual(defaultLayout);
  });

  it('make semi-dark light when the layout becomes horizontal', () => {
    const vertical = choose(defaultLayout, 'layout', 'vertical');
    expect(vertical.skin).toBe('semi-dark');
    expect(choose(vertical, 'layout', 'horizontal').skin).toBe('light');
  });

  it('keep the skin when the layout was horizontal before, and another skin in any case', () => {
    expect(choose(defaultLayout, 'layout', 'horizontal').skin).toBe('semi-dark');
    const bordered = choose(choose(defaultLayout, 'layout', 'vertical'), 'skin', 'bordered');
    expect(choose(bordered, 'layout', 'horizontal').skin).toBe('bordered');
  });

  it('keep the dark class a choice of its own', () => {
    const dark = choose(defaultLayout, 'dark', 'on');
    expect(layoutAttributes(dark)).toMatchObject({ class: 'dark-layout', 'data-skin': 'semi-dark' });
    expect(layoutAttributes(defaultLayout).class).toBeUndefined();
  });

  it('show the side menu with the vertical layout, until it is hidden or collapsed', () => {
    const vertical = choose(defaultLayout, 'layout', 'vertical');
    expect(layoutAttributes(defaultLayout)['data-menu']).toBeUndefined();
    expect(layoutAttributes(vertical)['data-menu']).toBeUndefined();
    expect(layoutAttributes(choose(vertical, 'menuCollapsed', 'on'))['data-menu']).toBe('collapsed');
    expect(layoutAttributes(choose(vertical, 'menuHidden', 'on'))['data-menu']).toBe('hidden');
  });

  it('turn the page round only where people read from the right', () => {
    expect(layoutAttributes(defaultLayout).dir).toBeUndefined();
    expect(layoutAttributes(choose(defaultLayout, 'rtl', 'on')).dir).toBe('rtl');
  });
});
