// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageText } from '#islands/page-text.ts';
import { QuickLook } from '#islands/records/QuickLook.tsx';

// Siti looks at two teams beside their list.
vi.mock('#islands/page-text.ts', () => ({ pageText: vi.fn() }));
const words = { open: 'Open', close: 'Close', again: 'Try again', failed: 'That did not work.' };
const page = (name: string) => `<main>
  <div class="record-head-words"><h1 id="title">${name}</h1></div>
  <div class="record-layout"><section class="card"><p id="lead">Lead of ${name}</p><form><button>Delete</button></form></section></div>
  <div class="record-layout"><section class="card timeline-card">History</section></div>
</main>`;
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const marked = () => rows().map((row) => row.getAttribute('aria-selected'));
const look = () => document.querySelector('dialog')!;

async function openAt(place: number) {
  const $row = atom<HTMLElement | null>(null);
  const onRow = vi.fn((row: HTMLElement | null) => $row.set(row));
  render(<QuickLook $row={$row} words={words} onRow={onRow} />);
  await act(async () => $row.set(rows()[place]!));
  return { $row, onRow };
}

beforeEach(() => {
  document.body.innerHTML = ['lanterns', 'paths']
    .map((id) => `<div data-row><a class="record-link" href="/directory/teams/${id}/show">${id}</a></div>`)
    .join('');
  vi.mocked(pageText).mockImplementation(async (address) => page(address.includes('paths') ? 'Paths' : 'Lanterns'));
});
afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

test('the record is shown without what acts, and its row is marked', async () => {
  await openAt(0);
  expect(look().open).toBe(true);
  expect(screen.getByRole('heading', { name: 'Lanterns' }).id).toBe(look().getAttribute('aria-labelledby'));
  expect(look().querySelectorAll('form, #title, #lead, .timeline-card')).toHaveLength(0);
  expect(look().textContent).toContain('Lead of Lanterns');
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toContain('/lanterns/show');
  expect(marked()).toEqual(['true', null]);
});

test('j and k go on to other rows, and stop at the ends', async () => {
  const { $row } = await openAt(0);
  await act(async () => void fireEvent.keyDown(look(), { key: 'k' }));
  expect($row.get()).toBe(rows()[0]);
  await act(async () => void fireEvent.keyDown(look(), { key: 'j' }));
  expect(look().textContent).toContain('Lead of Paths');
  expect(marked()).toEqual([null, 'true']);
});

test('a page that cannot be read is tried again', async () => {
  vi.mocked(pageText).mockResolvedValueOnce(null);
  await openAt(0);
  expect(screen.getByRole('alert').textContent).toContain('That did not work.');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Lanterns' })).toBeTruthy();
});

test('an answer that comes after the next one does not take its place', async () => {
  const answers = new Map<string, (html: string) => void>();
  vi.mocked(pageText).mockImplementation((address) => new Promise((resolve) => answers.set(address, resolve)));
  const { $row } = await openAt(0);
  await act(async () => $row.set(rows()[1]!));
  const [first, second] = [...answers.values()];
  await act(async () => second!(page('Paths')));
  await act(async () => first!(page('Lanterns')));
  expect(look().textContent).toContain('Lead of Paths');
});

test('closed and opened again at the same row, it is read again', async () => {
  const { $row, onRow } = await openAt(0);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Close' })));
  expect(onRow).toHaveBeenLastCalledWith(null);
  await act(async () => $row.set(rows()[0]!));
  expect(look().open).toBe(true);
  expect(pageText).toHaveBeenCalledTimes(2);
});
