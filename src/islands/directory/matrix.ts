/**
 * The boxes of a role's rights. The server draws the hundreds of them, and they are sent as they stand; what differs from
 * the role as it is stands in a store, marked in its place and counted by module.
 */
import { atom } from 'nanostores';

/** One right that is ticked or left otherwise than the role has it. */
export interface RightChange {
  /** 'Team:update'. */
  right: string;
  /** 'Teams: Change'. */
  label: string;
  isAdded: boolean;
}

export const $changes = atom<readonly RightChange[]>([]);

/** Follows the boxes within `form`, also when they are set back; returns what ends it. */
export function followBoxes(form: HTMLFormElement): () => void {
  const onChange = ({ target }: Event) => {
    if ((target as HTMLInputElement).name === 'right') look(form);
  };
  // The browser would tick what the server drew, which after a refusal is not what the role has.
  const onReset = () =>
    setTimeout(() => {
      for (const box of boxesOf(form)) box.checked = isHeld(box);
      look(form);
    });
  form.addEventListener('change', onChange);
  form.addEventListener('reset', onReset);
  look(form);
  return () => {
    form.removeEventListener('change', onChange);
    form.removeEventListener('reset', onReset);
  };
}

/** What a right is called: 'Teams' and 'Change' of 'Team:update'; the codes where it has no box. */
export function labelOf(form: ParentNode, right: string): [string, string] {
  const label = boxesOf(form).find((box) => rightOf(box) === right)?.dataset['label'] ?? right.replace(':', ': ');
  return label.split(': ', 2) as [string, string];
}

const boxesOf = (form: ParentNode) => [...form.querySelectorAll<HTMLInputElement>('input[type=checkbox][name=right]')];
const isHeld = (box: HTMLInputElement) => box.dataset['was'] !== undefined;
/** Without the condition that narrows it. */
const rightOf = ({ value }: HTMLInputElement) => value.split(':').slice(0, 2).join(':');

function look(form: HTMLFormElement): void {
  const boxes = boxesOf(form);
  for (const box of boxes) {
    box.parentElement!.classList.toggle('is-added', box.checked && !isHeld(box));
    box.parentElement!.classList.toggle('is-removed', !box.checked && isHeld(box));
  }
  for (const count of form.querySelectorAll<HTMLElement>('[data-count]')) {
    const allowed = count.closest('tbody')!.querySelectorAll('input:checked').length;
    count.textContent = count.dataset['count']!.replace('{allowed}', String(allowed));
  }
  const changed = boxes.filter((box) => box.checked !== isHeld(box));
  const shown = form.querySelector('[data-changed]');
  if (shown) shown.textContent = changed.length > 0 ? ` ${changed.length}` : '';
  $changes.set(changed.map((box) => ({ right: rightOf(box), label: box.dataset['label']!, isAdded: box.checked })));
}
