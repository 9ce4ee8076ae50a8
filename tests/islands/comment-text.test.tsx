// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#islands/api.ts';
import CommentText from '#islands/on-records/CommentText.tsx';

// Siti comments on a team and names colleagues.
vi.mock('#islands/api.ts', () => ({ api: vi.fn() }));
const W = 'records.comment';
const words = {
  'common.comment': 'Comment',
  [`${W}.hint`]: '@ names a colleague.',
  [`${W}.people`]: 'People',
  [`${W}.nobody`]: 'Nobody is called {words}.',
  [`${W}.noAccess`]: 'cannot open this record',
};
const people = [
  { key: 'requester', name: 'Hannah Lim', jobTitle: 'Operations', mayOpen: false },
  { key: 'haniff', name: 'Haniff Omar', jobTitle: null, mayOpen: true },
];
const box = <CommentText entity="team" id="1" words={words} />;
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Comment');
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const typingPauses = () => act(() => vi.advanceTimersByTimeAsync(250));

async function type(value: string): Promise<void> {
  field().focus();
  field().value = value;
  field().setSelectionRange(value.length, value.length);
  fireEvent.input(field());
  fireEvent.keyUp(field());
  await typingPauses();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(api).mockResolvedValue({ items: people });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.mocked(api).mockReset();
});

test('after an @ people are offered, with who cannot read it, and Enter takes the one', async () => {
  render(box);
  await type('Please call, @han');
  expect(offered()).toEqual(['Hannah Lim@requester · Operations · cannot open this record', 'Haniff Omar@haniff']);
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(field().value).toBe('Please call, @haniff ');
  expect(offered()).toEqual([]);
});

test('Escape leaves the text, and nothing is asked without an @', async () => {
  render(box);
  await type('@han');
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect([field().value, offered()]).toEqual(['@han', []]);
  vi.mocked(api).mockClear();
  await type('Thank you');
  expect(api).not.toHaveBeenCalled();
});

test('of nobody it is said that nobody is called so; where asking fails nothing is claimed', async () => {
  vi.mocked(api).mockResolvedValue({ items: [] });
  render(box);
  await type('@zz');
  expect(screen.getByRole('status').textContent).toBe('Nobody is called zz.');
  vi.mocked(api).mockRejectedValue(new Error('away'));
  await type('@zzz');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a name typed before the script had come is offered as well', async () => {
  const { hydrateRoot } = await import('react-dom/client');
  document.body.innerHTML = `<div id="place">${renderToString(box)}</div>`;
  field().focus();
  field().value = 'Please call, @han';
  field().setSelectionRange(17, 17);
  await act(async () => void hydrateRoot(document.getElementById('place')!, box));
  await typingPauses();
  expect([field().value, offered().length]).toEqual(['Please call, @han', 2]);
});
