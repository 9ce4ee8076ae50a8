/** Polyfill of the button attributes command and commandfor. */
document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>('button[commandfor]');
  const dialog = button && document.getElementById(button.getAttribute('commandfor')!);
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (button!.getAttribute('command') === 'show-modal') dialog.showModal();
  else dialog.close();
});

export {};
