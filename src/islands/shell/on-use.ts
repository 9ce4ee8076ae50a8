/**
 * `client:use`: an island comes to life when a person comes near it, by pointer, touch or focus; until then it is what
 * the server drew. A button that was pressed meanwhile is pressed again. `client:use="form"`: near is what surrounds it,
 * by a selector, for an island that follows what stands there.
 */
import type { ClientDirective } from 'astro';
import { ISLAND_BEGINS } from './island-begins.ts';

/** A finger is over what it touches, too. */
const NEAR = ['pointerover', 'focusin'] as const;

const onUse: ClientDirective = (load, { value }, element) => {
  // Without a value it is `true`, whatever its type says.
  const near = element.closest(typeof value === 'string' ? value : 'astro-island')!;
  let pressed: HTMLElement | null = null;
  const press = ({ target }: Event) => (pressed = (target as Element).closest('button[type=button]') ?? pressed);
  const begin = async () => {
    for (const kind of NEAR) near.removeEventListener(kind, begin);
    element.dispatchEvent(new Event(ISLAND_BEGINS, { bubbles: true }));
    await (
      await load()
    )();
    element.removeEventListener('click', press, true);
    pressed?.click();
  };
  element.addEventListener('click', press, true);
  for (const kind of NEAR) near.addEventListener(kind, begin);
  if (near.contains(document.activeElement)) void begin();
};

export default onUse;
