/** command and commandfor of buttons, in browsers that do not know them. */
document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>('button[commandfor]');
  const dialog = button && document.getElementById(button.getAttribute('commandfor')!);
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (button!.getAttribute('command') === 'show-modal') dialog.showModal();
  else dialog.close();
});

export {};
