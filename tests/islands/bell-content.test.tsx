// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#islands/api.ts';
import { BellContent } from '#islands/shell/BellContent.tsx';
import { $bell } from '#islands/stores/bell.ts';

// Daniel opens his bell.
vi.mock('#islands/api.ts', () => ({ api: vi.fn() }));
const words = {
  'notifications.empty.title': 'No notifications.',
  'notifications.showAll': 'All notifications',
  'notifications.markAll': 'Mark all as read',
  'notifications.settled': 'done',
  'refusals.unexpected': 'Something went wrong.',
};
const notice = (id: string, unread: boolean, settled = false) => ({
  id,
  title: `PR-${id}`,
  text: 'Waits for your approval.',
  link: `/purchasing/purchase-requests/${id}/show`,
  when: 'just now',
  createdAt: `2026-11-23T0${id}:00:00Z`,
  unread,
  settled,
});
const bell = document.createElement('div');
const opened = () => Object.assign(new Event('toggle'), { newState: 'open' });

async function open(read = vi.fn(async () => {})) {
  await act(async () => void render(<BellContent bell={bell} words={words} read={read} />));
  return read;
}

beforeEach(() => {
  $bell.set({ waiting: 0, waitingText: '', unread: 1 });
  vi.mocked(api).mockResolvedValue({ items: [notice('2', true), notice('1', false, true)] });
});
afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

test('the newest are shown, unread ones marked, settled ones named so', async () => {
  await open();
  const [unread, read] = screen.getAllByRole('link', { name: /PR-/ });
  expect([unread!.dataset.notice, read!.dataset.notice]).toEqual(['2', undefined]);
  expect([unread!.textContent, read!.textContent]).toEqual([
    expect.not.stringContaining('done'),
    expect.stringContaining('done'),
  ]);
});

test('decisions that wait lead to the inbox, and are counted while it is open', async () => {
  await open();
  expect(screen.queryByText('2 decisions are waiting for you')).toBeNull();
  act(() => $bell.set({ waiting: 2, waitingText: '2 decisions are waiting for you', unread: 1 }));
  expect(screen.getByText('2 decisions are waiting for you').closest('a')!.getAttribute('href')).toBe('/approvals');
});

test('all are marked as read up to the newest that was seen', async () => {
  const read = await open();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' })));
  expect(read).toHaveBeenCalledWith({ until: '2026-11-23T02:00:00Z' });
  expect(document.querySelectorAll('[data-notice]')).toHaveLength(0);
  act(() => $bell.setKey('unread', 0));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark all as read' }).disabled).toBe(true);
});

test('each opening asks again, and a failure is said until the next that succeeds', async () => {
  vi.mocked(api).mockRejectedValueOnce(new Error('unreachable'));
  await open();
  expect(screen.getByRole('alert').textContent).toBe('Something went wrong.');
  await act(async () => void bell.dispatchEvent(opened()));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getAllByRole('link', { name: /PR-/ })).toHaveLength(2);
});

test('with none it says so', async () => {
  vi.mocked(api).mockResolvedValue({ items: [] });
  await open();
  expect(screen.getByText('No notifications.')).toBeTruthy();
});
