import type { Mark } from '#lib/values/urgency.ts';

/** The page's own commands for the palette, taken from its elements: a command can do nothing that the page cannot. */
export interface Command {
  group: string;
  title: string;
  /** Why it presses, before its title. */
  marks?: readonly Mark[];
  /** A second line. */
  detail?: string;
  /** At the end of the line: what kind of record. */
  mark?: string;
  icon: string;
  href?: string;
  run?: () => void;
  /** The palette stays open. */
  stays?: boolean;
  /** Only found by a search, not shown before anything is typed. */
  byWords?: boolean;
}

/** The entries of the menu, under the names of their sections. */
export function pagesOfMenu(group: string): Command[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('#main-drawer nav a')].map((link) => {
    const section = link.closest('details')?.querySelector('summary')?.textContent?.trim();
    return {
      group,
      title: textOf(link),
      ...(section && { mark: section }),
      icon: 'arrow-right',
      href: link.getAttribute('href')!,
    };
  });
}

/** The acts in the page's header that are allowed now, each by its own button or link. */
export function actsOfPage(group: string): Command[] {
  const acts = [...document.querySelectorAll<HTMLButtonElement | HTMLAnchorElement>('[data-acts] :is(a, button)')];
  const usable = acts.filter(
    (act) => !act.matches(':disabled, [popovertarget], [data-copy], .keys *') && textOf(act) !== '',
  );
  const once = usable.filter((act, index) => usable.findIndex((other) => titleOf(other) === titleOf(act)) === index);
  return once.map((act) => ({ group, title: titleOf(act), icon: iconOf(act), run: () => act.click() }));
}

/** Theme, layout and the other display settings, through the panel's own controls. */
export function looks(words: Record<string, string>): Command[] {
  const form = document.getElementById('layout-form');
  const group = words.look!;
  return [...(form?.querySelectorAll<HTMLInputElement>('input') ?? [])]
    .filter((control) => control.type === 'checkbox' || !control.checked)
    .map((control) => {
      const legend = control.closest('fieldset')?.querySelector('legend')?.textContent?.trim();
      const own = textOf(control.closest('label')!);
      const title = legend ? `${legend}: ${own}` : `${own}: ${control.checked ? words.off : words.on}`;
      return { group, title, icon: 'palette', byWords: true, run: () => void set(control) };
    });
}

/** The languages, through the bar's own form. */
export function languages(group: string): Command[] {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('#languages [name=language]:not([aria-current])')];
  return buttons.map((button) => ({
    group,
    title: textOf(button),
    detail: document.querySelector('#languages form')?.getAttribute('aria-label') ?? '',
    icon: 'languages',
    byWords: true,
    run: () => button.click(),
  }));
}

async function set(control: HTMLInputElement): Promise<void> {
  await import('./layout-panel.ts');
  control.checked = control.type === 'radio' || !control.checked;
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

/** A menu item alone says little: it says more by itself ('Export as a CSV file'), or stands after the name of its button. */
function titleOf(act: HTMLElement): string {
  if (act.dataset.title) return act.dataset.title;
  const menu = act.closest('[popover]')?.id;
  const opener = menu && document.querySelector(`[popovertarget="${CSS.escape(menu)}"]`);
  return opener && textOf(opener) ? `${textOf(opener)}: ${textOf(act)}` : textOf(act);
}

function textOf(element: Element): string {
  return (element.ariaLabel ?? (element as HTMLElement).innerText ?? element.textContent ?? '').trim();
}

function iconOf(element: Element): string {
  return element.querySelector('use')?.getAttribute('href')?.split('#')[1] ?? 'chevron-right';
}
