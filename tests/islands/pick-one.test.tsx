// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import PickOne from '#islands/ui/PickOne.tsx';

// Siti chooses the head of a department among those who work here.
const people = [
  { value: '1', label: 'Daniel Koh' },
  { value: '2', label: 'Ong Siew Lan 王秀兰' },
  { value: '3', label: 'José Ramos' },
];
const field = (more: object = {}) => (
  <form>
    <label htmlFor="head">Head</label>
    <PickOne
      id="head"
      name="headId"
      options={people}
      value="1"
      nothing="Nothing matches {words}."
      offered="Suggestions"
      {...more}
    />
  </form>
);
const input = () => screen.getByLabelText<HTMLInputElement>('Head');
const sent = () => new FormData(document.querySelector('form')!).get('headId');
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const type = (value: string) => fireEvent.change(input(), { target: { value } });

afterEach(cleanup);

test('without script it is a plain select', () => {
  const html = renderToString(field({ empty: '–' }));
  expect(html).toContain('<select');
  expect(html).toMatch(/<option value="1" selected="">Daniel Koh/);
  expect(html).not.toContain('combobox');
});

test('typing finds by any part, accents and scripts aside, and Enter accepts', () => {
  const noticed = vi.fn();
  const { container } = render(field());
  container.addEventListener('input', (event) => noticed((event.target as HTMLInputElement).name));
  expect(input().value).toBe('Daniel Koh');
  type('jose');
  expect(offered()).toEqual(['José Ramos']);
  type('王秀');
  expect(offered()).toEqual(['Ong Siew Lan 王秀兰']);
  expect(sent()).toBe('1');
  fireEvent.keyDown(input(), { key: 'Enter' });
  expect([input().value, sent()]).toEqual(['Ong Siew Lan 王秀兰', '2']);
  expect(noticed).toHaveBeenCalledWith('headId');
});

test('words that were not taken go when the field is left, and nobody is lost', () => {
  render(field());
  type('zz');
  expect(screen.getByRole('status').textContent).toBe('Nothing matches zz.');
  fireEvent.blur(input());
  expect([input().value, sent()]).toEqual(['Daniel Koh', '1']);
});

test('an emptied field means nobody where that may be, and else what it was', () => {
  render(field({ empty: '–' }));
  type('');
  fireEvent.blur(input());
  expect([input().value, sent()]).toEqual(['', '']);
  cleanup();
  render(field());
  type('');
  fireEvent.blur(input());
  expect([input().value, sent()]).toEqual(['Daniel Koh', '1']);
});

test('who was chosen in the plain select before the script had come stays chosen', async () => {
  const { hydrateRoot } = await import('react-dom/client');
  document.body.innerHTML = `<div id="place">${renderToString(field())}</div>`;
  document.querySelector('select')!.value = '3';
  await act(async () => void hydrateRoot(document.getElementById('place')!, field()));
  expect([input().value, sent()]).toEqual(['José Ramos', '3']);
});

test.each([
  [false, 'INPUT'],
  [true, 'SELECT'],
])('whoever is in the plain select when the script comes stays in the field (its list open: %s)', async (open, tag) => {
  const { hydrateRoot } = await import('react-dom/client');
  document.body.innerHTML = `<div id="place">${renderToString(field())}</div>`;
  const select = document.querySelector('select')!;
  vi.spyOn(select, 'matches').mockImplementation((rule: string) =>
    rule === ':open' ? open : Element.prototype.matches.call(select, rule),
  );
  select.focus();
  await act(async () => void hydrateRoot(document.getElementById('place')!, field()));
  expect(document.activeElement).toBe(input());
  expect(input().tagName).toBe(tag);
  act(() => input().blur());
  expect([input().tagName, input().value]).toEqual(['INPUT', 'Daniel Koh']);
});
