/** The small form that changes a cell of a list, loaded when it is first asked for (components/records/list/list.ts). */
import { createRoot } from 'react-dom/client';
import type { CellOffer } from '#lib/records/list/cell-change.server.ts';
import { api } from '../api.ts';
import { ApiError } from '../api-error.ts';
import { showToast } from '../stores/toasts.ts';
import { translateWith } from '../translate-with.ts';
import { CellChange, cellText, saveCell, type CellState } from './CellChange.tsx';

/** Opens the form under the pencil of a cell; it closes with Escape, and by a click beside it. `address` tells what is offered. */
export async function openCellChange(pencil: HTMLElement, address: string): Promise<void> {
  const name = address.slice(address.lastIndexOf('/') + 1);
  const ask = () => api<CellOffer>(address);
  const offer = await ask().catch((error: unknown) => {
    showToast(error instanceof ApiError ? error.message : String(error), 'error');
    return null;
  });
  if (!offer) return;
  const { lang } = document.documentElement;
  const place = Object.assign(document.createElement('div'), { className: 'popover popover-form', popover: 'auto' });
  document.body.append(place);
  const root = createRoot(place);
  const close = () => place.hidePopover();
  place.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState === 'open') return;
    root.unmount();
    place.remove();
    pencil.focus();
  });
  const say = (state: CellState, saved: boolean) => {
    writeCell(pencil, offer, state);
    close();
    if (saved) offerUndo(pencil, name, offer, state, lang);
  };
  place.showPopover({ source: pencil });
  root.render(<CellChange name={name} offer={offer} language={lang} again={ask} onSay={say} onCancel={close} />);
}

/** The cell says it, and the row is of this version for whatever is done with it next. */
function writeCell(pencil: HTMLElement, offer: CellOffer, { value, version }: CellState): void {
  pencil.closest('td')!.querySelector('[data-value]')!.textContent = cellText(offer, value) || '–';
  const box = pencil.closest('tr')!.querySelector<HTMLInputElement>('.row-check');
  if (box) box.value = box.value.replace(/:\d+$/, `:${version}`);
}

/** For as long as the message stays. */
function offerUndo(pencil: HTMLElement, name: string, offer: CellOffer, now: CellState, language: string): void {
  const t = translateWith(offer.words);
  const value = cellText(offer, now.value) || t('records.cell.nothing');
  const undo = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'btn btn-outline btn-small',
    textContent: t('common.undo'),
    onclick: () => {
      undo.closest('.toast')!.remove();
      saveCell(offer, name, offer.value, now.version, language).then(
        (state) => writeCell(pencil, offer, state),
        (error: Error) => showToast(error.message, 'error'),
      );
    },
  });
  undo.dataset.undo = '';
  showToast(t('records.cell.saved', { field: offer.label, value }), 'success', undefined, undo);
}
