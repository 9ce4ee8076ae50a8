/** Makes a dialog that is open in the page modal; and loads the polyfill of command/commandfor. */
export function startCommands(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    dialog.close();
    dialog.showModal();
  }
  if (!('command' in HTMLButtonElement.prototype)) void import('./commands-fallback.ts');
}
