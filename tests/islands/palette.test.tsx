// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#islands/api.ts';
import { Palette } from '#islands/shell/Palette.tsx';
import type { Command } from '#islands/shell/palette-commands.ts';

// Hannah goes by words where she is going.
vi.mock('#islands/api.ts', () => ({ api: vi.fn() }));
const words = {
  title: 'Search and commands',
  label: 'Search',
  close: 'Close',
  loading: 'Searching …',
  failed: 'The search failed.',
  again: 'Search again',
  none: 'Nothing found for “{words}”.',
  meant: 'Nothing for “{words}”; this is for “{meant}”.',
  results: 'Results',
  all: 'Search everywhere for “{words}”',
  exact: 'This number',
  recent: 'Opened last',
  create: 'Create',
  views: 'Views',
  inList: '{number} in {list}',
  count_one: '{count} result',
  count_other: '{count} results',
};
const ran: string[] = [];
const command = (title: string): Command => ({
  group: 'Pages',
  title,
  icon: 'arrow-right',
  run: () => void ran.push(title),
});
const empty = { meant: null, exact: null, recent: [], groups: [] };
const field = () => screen.getByRole<HTMLInputElement>('combobox');
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
const key = (name: string) => act(async () => void fireEvent.keyDown(field(), { key: name }));
const type = (value: string) => act(async () => void fireEvent.change(field(), { target: { value } }));

async function open(typed = '', isEntered = false) {
  const onClose = vi.fn();
  await act(
    async () =>
      void render(
        <Palette
          words={words}
          typed={typed}
          isEntered={isEntered}
          acts={[]}
          commands={[command('Budgets'), command('Teams'), command('Telephones')]}
          offering={Promise.resolve({ create: [], views: [] })}
          onClose={onClose}
        />,
      ),
  );
  return onClose;
}

beforeEach(() => {
  ran.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.mocked(api).mockResolvedValue(empty);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.resetAllMocks();
});

test('before anything is typed all pages are offered and none is chosen', async () => {
  await open();
  expect(options()).toHaveLength(3);
  expect(chosen()).toBeUndefined();
  await key('ArrowDown');
  expect(chosen()).toContain('Budgets');
  await key('ArrowUp');
  expect(chosen()).toContain('Telephones');
});

test('words choose the nearest, and Enter runs it without waiting for the search', async () => {
  await open();
  vi.mocked(api).mockReturnValue(new Promise(() => {}));
  await type('te');
  expect(options().slice(0, 2)).toEqual([expect.stringContaining('Teams'), expect.stringContaining('Telephones')]);
  await key('Enter');
  expect(ran).toEqual(['Teams']);
});

test('what was typed and entered before it opened is done once it is there', async () => {
  await open('budg', true);
  expect(ran).toEqual(['Budgets']);
});

test('Enter after a number waits for its record, and typing on takes the Enter back', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  await open();
  const { promise, resolve } = Promise.withResolvers<typeof empty>();
  vi.mocked(api).mockReturnValue(promise);
  await type('12');
  await key('Enter');
  await type('123');
  await act(async () => resolve(empty));
  await act(() => vi.runAllTimersAsync());
  expect(assign).not.toHaveBeenCalled();
  await key('Enter');
  expect(assign).toHaveBeenCalledWith('/search?q=123');
});

test('a search that failed is said and tried again', async () => {
  vi.mocked(api).mockRejectedValueOnce(new Error('unreachable'));
  await open('seals');
  await act(() => vi.runAllTimersAsync());
  expect(document.querySelector('.palette-said')!.textContent).toBe('The search failed.');
  await act(async () => fireEvent.click(screen.getByText('Search again')));
  await act(() => vi.runAllTimersAsync());
  expect(document.querySelector('.palette-said')!.textContent).toBe('Nothing found for “seals”.');
});
