// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#islands/api.ts';
import BeforeSaving from '#islands/directory/BeforeSaving.tsx';

// Siti changes what the role of a buyer may do; Mallika and Priya hold it.
vi.mock('#islands/api.ts', () => ({ api: vi.fn() }));

const W = 'directory.role.matrix';
const words = {
  'common.discard': 'Discard',
  [`${W}.nothing`]: 'Tick or untick a right.',
  [`${W}.added`]: 'added',
  [`${W}.removed`]: 'removed',
  [`${W}.gain_one`]: 'person gains',
  [`${W}.gain_other`]: 'people gain',
  [`${W}.lose_one`]: 'person loses',
  [`${W}.lose_other`]: 'people lose',
  [`${W}.keeps`]: '{person} keeps it through {role}',
  [`${W}.has`]: '{person} has it through {role}',
  [`${W}.andMore_one`]: 'and {count} more person',
  [`${W}.andMore_other`]: 'and {count} more people',
  [`${W}.duties`]: 'Two duties.',
  [`${W}.dutiesText`]: '{one} and {other} ({subject}).',
  [`${W}.reasonShown`]: 'Reason',
  [`${W}.reasonHint`]: 'Why?',
  [`${W}.save`]: 'Save changes',
  [`${W}.effect`]: 'At once.',
  [`${W}.needsReason`]: 'Enter a reason to save.',
};
const island = (more: object = {}) => (
  <BeforeSaving preview="/api/directory/roles/1/preview" reason="" words={words} {...more} />
);
const box = (right: string, label: string, was: boolean) =>
  `<tr><td><label><input type="checkbox" name="right" value="${right}" data-label="${label}" aria-label="${label}" ${was ? 'checked data-was' : ''}></label></td></tr>`;
/** The form as the server draws it, and what makes its island live. */
function form() {
  const element = document.createElement('form');
  element.innerHTML = `<table><tbody><tr><td data-count="{allowed} of 3"></td></tr>
    ${box('Team:read', 'Teams: Read', true)}${box('Order:create', 'Orders: Create', false)}${box('Order:approve:own', 'Orders: Approve', false)}
    </tbody></table><div>${renderToString(island())}</div>`;
  document.body.append(element);
  return { element, begin: () => render(island(), { container: element.querySelector('div')!, hydrate: true }) };
}
const tick = (label: string) => fireEvent.click(screen.getByLabelText(label));
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });
const nothing = { gain: 0, lose: 0, through: [], duties: [] };

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(api).mockReset().mockResolvedValue(nothing);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  document.body.innerHTML = '';
});
const rest = () => act(() => vi.advanceTimersByTimeAsync(300));

test('without script there are the reason and the button, with it nothing to save at first', () => {
  const { begin } = form();
  expect(screen.getByLabelText('Reason')).toBeDefined();
  expect(save().disabled).toBe(false);
  begin();
  expect(screen.queryByLabelText('Reason')).toBeNull();
  expect(save().disabled).toBe(true);
  expect(screen.getByText('Tick or untick a right.')).toBeDefined();
});

test('changes are listed, marked and counted, with whom they concern', async () => {
  const { element, begin } = form();
  tick('Orders: Create');
  begin();
  tick('Teams: Read');
  vi.mocked(api).mockResolvedValue({
    ...nothing,
    gain: 2,
    lose: 1,
    through: [{ subject: 'Team', action: 'read', count: 3, people: [{ person: 'Priya', role: 'Desk' }] }],
  });
  await rest();
  const lines = [...element.querySelectorAll('.change-list li')].map(({ textContent }) => textContent);
  expect(lines).toEqual(['Teams: ReadPriya keeps it through Desk; and 2 more people', 'Orders: Create']);
  expect(element.querySelector('dl')!.textContent).toBe('2people gain1person loses');
  expect(element.querySelector('[data-count]')!.textContent).toBe('1 of 3');
  expect(screen.getByLabelText('Orders: Create').parentElement!.className).toBe('is-added');
  expect(screen.getByLabelText('Teams: Read').parentElement!.className).toBe('is-removed');
  expect(vi.mocked(api).mock.calls.at(-1)![0]).toContain('?remove=Team%3Aread&add=Order%3Acreate');
  expect(save().disabled).toBe(false);

  fireEvent.reset(element);
  await rest();
  expect(element.querySelectorAll('.change-list li')).toHaveLength(0);
  expect(screen.getByLabelText<HTMLInputElement>('Teams: Read').checked).toBe(true);
  expect(save().disabled).toBe(true);
});

test('two duties of one person wait for a reason', async () => {
  const { begin } = form();
  begin();
  vi.mocked(api).mockResolvedValue({ ...nothing, duties: [{ subject: 'Order', actions: ['create', 'approve'] }] });
  tick('Orders: Create');
  tick('Orders: Approve');
  await rest();
  expect(screen.getByText('Create and Approve (Orders).', { exact: false })).toBeDefined();
  expect(save().disabled).toBe(true);
  expect(screen.getByText(/Enter a reason to save\./)).toBeDefined();
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Until the new buyer starts.' } });
  expect(save().disabled).toBe(false);
});

test('a reason is still there when the duties come back', async () => {
  const { begin } = form();
  begin();
  const two = { ...nothing, duties: [{ subject: 'Order', actions: ['create', 'approve'] as [string, string] }] };
  vi.mocked(api).mockResolvedValue(two);
  tick('Orders: Create');
  await rest();
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Until the new buyer starts.' } });
  vi.mocked(api).mockResolvedValue(nothing);
  tick('Orders: Approve');
  await rest();
  expect(screen.queryByLabelText('Reason')).toBeNull();
  vi.mocked(api).mockResolvedValue(two);
  tick('Orders: Approve');
  await rest();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Until the new buyer starts.');
});

test('an answer to older changes is not shown', async () => {
  const { element, begin } = form();
  begin();
  let answer = (_effect: object) => {};
  vi.mocked(api).mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  tick('Orders: Create');
  await rest();
  tick('Teams: Read');
  await act(async () => answer({ ...nothing, gain: 99 }));
  expect(element.querySelector('dl')!.textContent).not.toContain('99');
});
