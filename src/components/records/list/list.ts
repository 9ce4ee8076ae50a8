/** Small comforts of a list; without them it works the same, by links and buttons. Its keys are those of every page. */
import '#components/ui/choose-all.ts';

const list = document.querySelector<HTMLElement>('[data-record-list]');
list?.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

list?.addEventListener('click', (event) => {
  const head = (event.target as Element).closest<HTMLAnchorElement>('a[data-also]');
  if (!head || !event.shiftKey) return;
  event.preventDefault();
  location.assign(head.dataset.also!);
});

list?.addEventListener('click', (event) => {
  const row = (event.target as Element).closest('[data-look]')?.closest<HTMLElement>('[data-row]');
  if (!row) return;
  const words = JSON.parse(list.dataset.lookWords!) as { open: string; close: string; failed: string };
  void import('#islands/records/quick-look.ts').then(({ lookAt }) => lookAt(row, words));
});

list?.addEventListener('click', (event) => {
  const pencil = (event.target as Element).closest<HTMLAnchorElement>('a[data-change]');
  if (!pencil || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void import('#islands/records/open-cell-change.tsx').then(({ openCellChange }) => openCellChange(pencil));
});

const panel = document.getElementById('list-columns');
panel?.addEventListener('toggle', startOrder, { once: true });

async function startOrder(): Promise<void> {
  const { orderColumns } = await import('./column-order.ts');
  orderColumns(panel!.querySelector('.column-list')!);
}

// An address without empty entries can be read and passed on.
for (const form of document.querySelectorAll<HTMLFormElement>('[data-list-tools]')) {
  form.addEventListener('submit', () => {
    const empty = [...form.elements].filter(
      (control) => (control as HTMLInputElement).value === '' && (control as HTMLInputElement).type !== 'hidden',
    ) as HTMLInputElement[];
    for (const control of empty) control.disabled = true;
    setTimeout(() => empty.forEach((control) => (control.disabled = false)));
  });
}
