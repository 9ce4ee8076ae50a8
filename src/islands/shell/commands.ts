/** A dialog that came open with the page becomes modal; and command/commandfor for browsers without them. */
export function startCommands(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    dialog.close();
    dialog.showModal();
  }
  if (!('command' in HTMLButtonElement.prototype)) void import('./commands-fallback.ts');
}
