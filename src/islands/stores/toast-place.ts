const CONTROLS = 'a.btn, button, input:not([type=hidden]), select, textarea, summary, [role=button]';
/** Pixels between a message and what it gives way to. */
const GAP = 12;

type Box = Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left'>;

/**
 * Puts the messages where they lie on no control and on no bar of acts: as low as they can at the end of the line, else
 * at its start, in the lower half of the window. Where all of that is taken, only the bars are kept free. Browser only.
 */
export function placeToasts(region: HTMLElement): void {
  if (region.childElementCount === 0) return;
  const { controls, bars } = inTheWay(region);
  for (const side of ['end', 'start']) {
    const bottom = lowestFree(at(region, side), [...controls, ...bars]);
    if (bottom !== null) return void lift(region, bottom);
  }
  const bottom = lowestFree(at(region, 'end'), bars);
  if (bottom !== null) lift(region, bottom);
}

/** The place that the style sheet gives them on a side. */
function at(region: HTMLElement, side: string): DOMRect {
  region.dataset['side'] = side;
  region.style.bottom = '';
  return region.getBoundingClientRect();
}

function lift(region: HTMLElement, bottom: number): void {
  region.style.bottom = `${innerHeight - bottom}px`;
}

/** The lower edge at which a box of this size lies on nothing; null where there is none in the lower half. */
function lowestFree(box: DOMRect, taken: readonly Box[]): number | null {
  let bottom = box.bottom;
  while (bottom - box.height > innerHeight / 2) {
    const hit = taken.filter((one) => overlaps({ ...edges(box), top: bottom - box.height, bottom }, one));
    if (hit.length === 0) return bottom;
    bottom = Math.min(...hit.map(({ top }) => top)) - GAP;
  }
  return null;
}

const edges = ({ top, right, bottom, left }: DOMRect): Box => ({ top, right, bottom, left });

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** What may be pressed or filled in on the screen, and the bars at its lower edge that stay when it is scrolled. */
function inTheWay(region: HTMLElement): { controls: Box[]; bars: Box[] } {
  const shown = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (one) => !region.contains(one) && one.checkVisibility({ visibilityProperty: true }) && isOnScreen(one),
  );
  const bars = new Set(shown.map(barOf).filter((bar) => bar !== null));
  return {
    controls: shown.map((one) => one.getBoundingClientRect()),
    bars: [...bars].map((bar) => bar.getBoundingClientRect()),
  };
}

function isOnScreen(one: HTMLElement): boolean {
  const { top, bottom, width } = one.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight;
}

/** The bar around a control that stands at the lower edge of the window; null where there is none. */
function barOf(control: HTMLElement): HTMLElement | null {
  for (let one: HTMLElement | null = control; one; one = one.parentElement) {
    const { position, bottom, top } = getComputedStyle(one);
    if (position === 'sticky' && bottom !== 'auto') return one;
    if (position === 'fixed') return one.getBoundingClientRect().top > 0 && top !== '0px' ? one : null;
  }
  return null;
}
