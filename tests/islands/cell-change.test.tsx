// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#islands/api.ts';
import { ApiError } from '#islands/api-error.ts';
import { CellChange } from '#islands/records/CellChange.tsx';
import type { CellOffer } from '#lib/records/list/cell-change.server.ts';

// Siti sets the lead of a team in its list.
vi.mock('#islands/api.ts', () => ({ api: vi.fn() }));
const W = 'records.cell';
const choices = ['Daniel Koh', 'Hannah Lim', 'Priya Nair'].map((label) => ({ value: label.slice(0, 2), label }));
const offer: CellOffer = {
  version: 1,
  kind: 'choice',
  label: 'Lead',
  value: 'Da',
  optional: true,
  choices,
  api: '/api/directory/teams/1',
  words: {
    'common.save': 'Save',
    'common.cancel': 'Cancel',
    [`${W}.nothing`]: 'nothing',
    [`${W}.changedMeanwhile`]: 'Someone changed this to {value} in the meantime.',
    [`${W}.saveMine`]: 'Save {value}',
    [`${W}.leaveTheirs`]: 'Leave {value}',
  },
};
const stale = () => new ApiError(409, { code: 'stale-version', detail: 'It has changed.' });
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

function open(now: CellOffer = offer) {
  const [onSay, onCancel] = [vi.fn(), vi.fn()];
  render(
    <CellChange name="leadId" offer={offer} language="en" again={async () => now} onSay={onSay} onCancel={onCancel} />,
  );
  const field = screen.getByLabelText<HTMLSelectElement>('Lead');
  return { onSay, onCancel, field, choose: (value: string) => fireEvent.change(field, { target: { value } }) };
}

afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

test('the field begins with the focus, and what is chosen is saved to its version', async () => {
  vi.mocked(api).mockResolvedValue({ leadId: 'Ha', version: 2 });
  const { onSay, field, choose } = open();
  expect(document.activeElement).toBe(field);
  choose('Ha');
  await press('Save');
  expect(vi.mocked(api).mock.calls[0]![1]).toMatchObject({ method: 'PATCH', body: { version: 1, leadId: 'Ha' } });
  expect(onSay).toHaveBeenCalledWith({ value: 'Ha', version: 2 }, true);
});

test('the same value is no change', async () => {
  const { onCancel } = open();
  await press('Save');
  expect(api).not.toHaveBeenCalled();
  expect(onCancel).toHaveBeenCalled();
});

test('what the server refuses stands at the field, and what was chosen stays', async () => {
  const errors = [{ path: 'leadId', code: 'not-active', message: 'This person is not active.' }];
  vi.mocked(api).mockRejectedValueOnce(new ApiError(422, { code: 'invalid', errors }));
  const { onSay, field, choose } = open();
  choose('Pr');
  await press('Save');
  expect(screen.getByRole('alert').textContent).toBe('This person is not active.');
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['Pr', 'true']);
  expect(onSay).not.toHaveBeenCalled();
});

test('where another field has changed meanwhile, this one is saved to the newest version', async () => {
  vi.mocked(api).mockRejectedValueOnce(stale()).mockResolvedValueOnce({ leadId: 'Ha', version: 5 });
  const { onSay, choose } = open({ ...offer, version: 4 });
  choose('Ha');
  await press('Save');
  const versions = vi.mocked(api).mock.calls.map(([, sent]) => (sent!.body as { version: number }).version);
  expect(versions).toEqual([1, 4]);
  expect(onSay).toHaveBeenCalledWith({ value: 'Ha', version: 5 }, true);
});

test('where this field has, both are shown, and either may stand', async () => {
  vi.mocked(api).mockRejectedValueOnce(stale());
  const { onSay, choose } = open({ ...offer, version: 4, value: 'Pr' });
  choose('Ha');
  await press('Save');
  expect(screen.getByRole('alert').textContent).toBe('Someone changed this to Priya Nair in the meantime.');
  expect(screen.getByRole('button', { name: 'Save Hannah Lim' })).toBeTruthy();
  await press('Leave Priya Nair');
  expect(onSay).toHaveBeenCalledWith(expect.objectContaining({ value: 'Pr', version: 4 }), false);
});
