import { useEffect, useId, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { get, type UseFormReturn } from 'react-hook-form';
import type { Entry, Typed } from '#lib/documents/form/form.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Takes over what a person typed or chose in the server's form before the script came: react-hook-form gives every
 * control its default as soon as it is attached. What differs from what the server drew is noted before that, stands
 * again before the next key can be pressed, and is handed to `form` once that answers to its watchers. The first drawing
 * stays that of the server. `taken` says whether there was any; `id` is for the form element.
 */
export function useTypedBefore(form: UseFormReturn<Typed>, typed: Typed): { id: string; taken: () => boolean } {
  const id = useId();
  const restores = useRef(new Map<Control, () => void>());
  useInsertionEffect(() => {
    const element = document.getElementById(id) as HTMLFormElement | null;
    for (const control of (element?.elements ?? []) as Iterable<Control>)
      if (control.name.split('.')[0]! in typed && isChanged(control)) restores.current.set(control, restorer(control));
  }, []);
  useLayoutEffect(() => {
    for (const restore of restores.current.values()) restore();
  }, []);
  useEffect(() => {
    for (const control of restores.current.keys())
      form.setValue(control.name, entryOf(control, get(typed, control.name) as Entry | undefined));
  }, []);
  return { id, taken: () => restores.current.size > 0 };
}

/** Presses what was pressed before the form's script could take it: to discard its draft. */
export function pressEarly(): void {
  const { earlyKeys } = window;
  if (!earlyKeys) return;
  removeEventListener('click', earlyKeys.press);
  earlyKeys.pressed?.click();
  delete earlyKeys.pressed;
}

const isTick = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** Whether it says something else than the server drew. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    return control.value !== (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
  }
  return isTick(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
}

/** Puts back what stands in it now. */
function restorer(control: Control): () => void {
  const { value } = control;
  if (!isTick(control)) return () => void (control.value = value);
  const { checked } = control;
  return () => void (control.checked = checked);
}

/** What stands in the controls of its name, in the shape that the form keeps it in. */
function entryOf(control: Control, initial: Entry | undefined): Entry {
  const entries = new FormData(control.form!).getAll(control.name) as string[];
  if (Array.isArray(initial)) return entries;
  return control.type === 'checkbox' ? entries.length > 0 : (entries[0] ?? '');
}
