// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';

// Mei Ling chooses several of five requests in her list.
beforeAll(() => import('#components/ui/choose-all.ts'));
beforeEach(() => {
  const row = '<input type="checkbox" class="row-check">';
  document.body.innerHTML = `<form class="selectable"><input type="checkbox" data-choose-all>${row.repeat(5)}</form>`;
});

const all = () => document.querySelector<HTMLInputElement>('[data-choose-all]')!;
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('.row-check')];
const chosen = () => boxes().flatMap(({ checked }, index) => (checked ? [index + 1] : []));
const click = (row: number, shiftKey = false) => fireEvent.click(boxes()[row - 1]!, { shiftKey });

test('Shift chooses the rows between two clicks, downwards and upwards', () => {
  click(2);
  click(4, true);
  expect(chosen()).toEqual([2, 3, 4]);
  click(1, true);
  expect(chosen()).toEqual([1, 2, 3, 4]);
});

test('Shift on a chosen row leaves the rows between', () => {
  fireEvent.click(all());
  click(2);
  click(4, true);
  expect(chosen()).toEqual([1, 5]);
});

test('Shift without a click before, and a click without Shift, mean one row', () => {
  click(4, true);
  expect(chosen()).toEqual([4]);
  click(1);
  expect(chosen()).toEqual([1, 4]);
});

test('the box of all chooses every row and shows whether all, some or none are chosen', () => {
  const state = () => [all().checked, all().indeterminate];
  fireEvent.click(all());
  expect(chosen()).toEqual([1, 2, 3, 4, 5]);
  click(3);
  expect(state()).toEqual([false, true]);
  click(3);
  expect(state()).toEqual([true, false]);
  for (const row of [1, 2, 3, 4, 5]) click(row);
  expect(state()).toEqual([false, false]);
});
