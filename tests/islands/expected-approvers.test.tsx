// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FormContextProvider, type Forecast, type FormContext } from '#islands/documents/form-context.ts';
import { Side } from '#islands/documents/Side.tsx';
import type { Typed } from '#lib/documents/form/form.ts';

// Hannah writes a request; at the side stands who will be asked, as the server says it.
interface Call {
  body: Record<string, unknown>;
  answer: (status: number, content: object) => void;
}
let calls: Call[];
let form: UseFormReturn<Typed>;

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  vi.stubGlobal(
    'fetch',
    (_at: string, { body, signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        calls.push({
          body: JSON.parse(String(body)) as Call['body'],
          answer: (status, content) =>
            resolve(
              Response.json(content, {
                status,
                headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
              }),
            ),
        });
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const chain = (fullName: string) => ({
  status: 'expected',
  policy: { name: 'Up to S$ 5,000', minCents: 0, maxCents: 500_000 },
  reasons: [],
  currentSeq: null,
  steps: [
    {
      seq: 1,
      mode: 'any',
      n: null,
      rule: 'department-head',
      ruleName: null,
      people: [{ userId: fullName, fullName, jobTitle: null, status: 'later', note: null, onBehalfOf: null }],
    },
  ],
});

function Form() {
  form = useForm<Typed>({ defaultValues: { title: '', lines: [] } });
  const [forecast, setForecast] = useState<Forecast>(null);
  const context = {
    t: (key: string) => key,
    language: 'en',
    form,
    forecast,
    setForecast,
    lines: null,
    along: { kind: 'change' },
    asks: '/purchasing/purchase-requests/expected',
    revision: '',
    viewer: { person: 'hannah', departments: [] },
    rules: { question: ({ typed }: { typed: Typed }) => (typed['title'] ? { title: typed['title'] } : null) },
  } as unknown as FormContext;
  return (
    <FormContextProvider value={context}>
      <Side id="17" />
    </FormContextProvider>
  );
}

const type = (title: string) => act(async () => form.setValue('title', title));
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('who will be asked is not known before there is a question', async () => {
  render(<Form />);
  await wait(1_000);
  expect(screen.getByText('documents.form.whoUnknown')).toBeTruthy();
  expect(calls).toEqual([]);
});

test('it is asked once shortly after the last key, with the id of the record', async () => {
  render(<Form />);
  await type('Lan');
  await wait(300);
  await type('Lanterns');
  await wait(400);
  expect(calls.map(({ body }) => body)).toEqual([{ id: '17', kind: 'change', title: 'Lanterns' }]);
  calls[0]!.answer(200, chain('Prakash'));
  await wait(0);
  expect(screen.getByText('Prakash')).toBeTruthy();
});

test('an answer to an earlier question does not take the place of a later one', async () => {
  render(<Form />);
  await type('Lanterns');
  await wait(400);
  await type('Lanterns and a crane');
  await wait(400);
  calls[1]!.answer(200, chain('Daniel'));
  calls[0]!.answer(200, chain('Prakash'));
  await wait(0);
  expect(screen.getByText('Daniel')).toBeTruthy();
  expect(screen.queryByText('Prakash')).toBeNull();
});

test('what cannot be asked is said in the words of the server', async () => {
  render(<Form />);
  await type('Lanterns');
  await wait(400);
  calls[0]!.answer(409, { code: 'no-policy', detail: 'No approval policy covers this amount.' });
  await wait(0);
  expect(screen.getByText('No approval policy covers this amount.')).toBeTruthy();
});
