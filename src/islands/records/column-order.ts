const begun = new WeakSet<Element>();

/** Lets the columns be put in order within their panel: by the arrows, by Alt and an arrow key, or by dragging a line. */
export function orderColumns(lines: Element): void {
  if (begun.has(lines)) return;
  begun.add(lines);
  let dragged: Element | null = null;

  lines.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button[name]');
    if (!button) return;
    event.preventDefault();
    move(button.closest('li')!, button.name === 'raise');
    button.focus();
  });

  lines.addEventListener('keydown', (event) => {
    const { key, altKey, target } = event as KeyboardEvent;
    if (!altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
    event.preventDefault();
    move((target as Element).closest('li')!, key === 'ArrowUp');
    (target as HTMLElement).focus();
  });

  lines.addEventListener('dragstart', ({ target }) => {
    dragged = (target as Element).closest('li');
  });

  lines.addEventListener('dragover', (event) => {
    const over = (event.target as Element).closest('li');
    if (!dragged || !over) return;
    event.preventDefault();
    if (over === dragged) return;
    const isBefore = dragged.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_PRECEDING;
    if (isBefore) over.before(dragged);
    else over.after(dragged);
  });

  lines.addEventListener('dragend', () => (dragged = null));
}

function move(line: Element, up: boolean): void {
  if (up) line.previousElementSibling?.before(line);
  else line.nextElementSibling?.after(line);
}
