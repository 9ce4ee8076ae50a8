import type { Command } from './palette-commands.ts';

export interface Section {
  /** '' for none. */
  label: string;
  items: Command[];
}

/** Renders the groups of the palette's listbox; each option knows its command. */
export function draw(list: HTMLElement, sections: Section[], sprite: string): void {
  let count = 0;
  list.replaceChildren(
    ...sections.map(({ label, items }, place) => {
      const group = element(
        'div',
        label ? { role: 'group', 'aria-labelledby': `palette-group-${place}` } : { role: 'group' },
      );
      if (label)
        group.append(
          element('div', { id: `palette-group-${place}`, class: 'palette-group', role: 'presentation' }, label),
        );
      group.append(...items.map((command) => option(command, `palette-option-${count++}`, sprite)));
      return group;
    }),
  );
}

function option(command: Command, id: string, sprite: string): HTMLElement {
  const { title, marks = [], detail, mark, icon, href } = command;
  const made = element(href ? 'a' : 'div', {
    id,
    role: 'option',
    'aria-selected': 'false',
    'data-key': `${href ?? ''} ${title}`,
    ...(href && { href, tabindex: '-1' }),
  });
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('class', 'icon');
  drawing.setAttribute('aria-hidden', 'true');
  drawing.append(document.createElementNS('http://www.w3.org/2000/svg', 'use'));
  drawing.firstElementChild!.setAttribute('href', `${sprite}#${icon}`);
  const text = element('span', {}, title);
  text.prepend(...marks.map(({ urgency, text: word }) => element('span', { class: `mark mark-${urgency}` }, word)));
  if (detail) text.append(element('small', {}, detail));
  made.append(drawing, text);
  if (mark) made.append(element('span', { class: 'palette-mark' }, mark));
  return Object.assign(made, { command });
}

function element(name: string, attributes: Record<string, string>, text = ''): HTMLElement {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  if (text) made.append(text);
  return made;
}
