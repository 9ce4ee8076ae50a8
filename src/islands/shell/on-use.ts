/**
 * `client:use`: an island comes to life when a person comes near it, by pointer, touch or focus; until then it is what
 * the server drew. A button that was pressed meanwhile is pressed again.
 */
import type { ClientDirective } from 'astro';
import { ISLAND_BEGINS } from './island-begins.ts';

const NEAR = ['pointerover', 'pointerdown', 'touchstart', 'focusin'] as const;

const onUse: ClientDirective = (load, _, element) => {
  const pressed: HTMLElement[] = [];
  const press = ({ target }: Event) => {
    const button = (target as Element).closest<HTMLElement>('button[type=button]');
    if (button) pressed.push(button);
  };
  const begin = async () => {
    for (const kind of NEAR) element.removeEventListener(kind, begin);
    element.dispatchEvent(new Event(ISLAND_BEGINS, { bubbles: true }));
    const hydrate = await load();
    await hydrate();
    element.removeEventListener('click', press, true);
    for (const button of pressed) button.click();
  };
  element.addEventListener('click', press, true);
  for (const kind of NEAR) element.addEventListener(kind, begin, { passive: true });
  if (element.contains(document.activeElement)) void begin();
};

export default onUse;
