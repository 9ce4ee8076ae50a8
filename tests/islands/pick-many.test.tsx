// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Offer } from '#islands/ui/offers.ts';
import { PickMany } from '#islands/ui/PickMany.tsx';

// Grace chooses whom a letter is for. Three people work here; Helen is a recipient elsewhere already.
const PEOPLE: Offer[] = [
  { key: 'user:1', name: 'Hannah Lim', about: 'Operations' },
  { key: 'user:2', name: 'Ong Siew Lan 王秀兰' },
  { key: 'user:3', name: 'Helen Goh' },
];
const find = vi.fn(async (words: string) =>
  PEOPLE.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase())),
);
const field = (more: object = {}) => (
  <PickMany
    name="to"
    label="To"
    chipLabel={(name) => `Recipient: ${name}`}
    initial={[]}
    sought=""
    soughtName="toFind"
    find={find}
    offered="Suggestions"
    nothing={(words) => `No one is called ${words}.`}
    isTaken={({ key }) => key === 'user:3'}
    chip={({ name }) => name}
    {...more}
  />
);
const input = () => screen.getByLabelText<HTMLInputElement>('To', { selector: 'input' });
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const picked = () =>
  screen.queryAllByRole<HTMLInputElement>('checkbox').map(({ value, checked }) => [value, checked] as const);

/** Types into the field, and waits for what is offered. */
async function type(value: string) {
  fireEvent.change(input(), { target: { value } });
  await act(() => vi.advanceTimersByTimeAsync(250));
}

beforeEach(() => {
  vi.useFakeTimers();
  find.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('drawn on the server it is a plain field and ticked boxes', () => {
  const html = renderToString(field({ initial: PEOPLE.slice(0, 1), sought: 'ong' }));
  expect(html).not.toContain('combobox');
  expect(html).toMatch(
    /<input[^>]*type="checkbox"[^>]*checked=""[^>]*value="user:1"|<input[^>]*value="user:1"[^>]*checked=""/,
  );
  expect(html).toContain('value="ong"');
});

test('offers who is called so once typing pauses, and nobody who is taken', async () => {
  render(field());
  fireEvent.change(input(), { target: { value: 'h' } });
  await act(() => vi.advanceTimersByTimeAsync(100));
  await type('he');
  expect(find.mock.calls).toEqual([['he']]);
  expect(offered()).toEqual([]);
  await type('h');
  expect(offered()).toEqual(['Hannah LimOperations']);
  expect(input().getAttribute('aria-expanded')).toBe('true');
});

test('Enter and a comma accept, Backspace removes the last, each noticed by the form', async () => {
  const noticed = vi.fn();
  const { container } = render(field());
  container.addEventListener('input', noticed);
  await type('han');
  fireEvent.keyDown(input(), { key: 'Enter' });
  expect(picked()).toEqual([['user:1', true]]);
  expect(input().value).toBe('');
  expect(noticed).toHaveBeenCalled();
  await type('siew');
  fireEvent.keyDown(input(), { key: ',' });
  expect(picked().map(([value]) => value)).toEqual(['user:1', 'user:2']);
  fireEvent.keyDown(input(), { key: 'Backspace' });
  expect(picked()).toEqual([['user:1', true]]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Recipient: Hannah Lim' }));
  expect(picked()).toEqual([]);
});

test('whom nobody is called like, it says so, and Escape closes what is offered', async () => {
  render(field());
  await type('zz');
  expect(screen.getByText('No one is called zz.')).toBeTruthy();
  expect(input().getAttribute('aria-invalid')).toBe('true');
  await type('han');
  expect(screen.queryByText('No one is called zz.')).toBeNull();
  fireEvent.keyDown(input(), { key: 'Escape' });
  expect(offered()).toEqual([]);
  expect(picked()).toEqual([]);
});

test('an answer that comes after a newer question is not shown', async () => {
  const slow = Promise.withResolvers<Offer[]>();
  find.mockImplementationOnce(() => slow.promise);
  render(field());
  await type('h');
  await type('ong');
  await act(async () => slow.resolve(PEOPLE));
  expect(offered()).toEqual(['Ong Siew Lan 王秀兰']);
});

test('leaving the field picks nobody', async () => {
  render(field());
  await type('han');
  fireEvent.blur(input());
  expect(picked()).toEqual([]);
  expect(input().value).toBe('han');
});
