// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, test } from 'vitest';
import { FormContextProvider, type FormContext } from '#islands/documents/form-context.ts';
import { Lines } from '#islands/documents/Lines.tsx';
import { translateWith } from '#islands/translate-with.ts';
import type { Typed, TypedRow } from '#lib/documents/form/form.ts';
import { formWords } from '#lib/documents/form/form-words.server.ts';
import { linesView } from '#lib/documents/form/views.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { purchaseRequestRules as rules } from '#lib/purchasing/purchase-request/form.ts';
import { purchaseRequestLines } from '#lib/purchasing/purchase-request/line.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';

// Hannah writes a purchase request, and opens one that was returned to her.
const t = translatorFor('en');
const lines = linesView(purchaseRequestLines, rules, {}, { t, language: 'en' });
const said = translateWith(formWords(t, purchaseRequest, rules));

function Written({ rows, error }: { rows: TypedRow[]; error?: string }) {
  const form = useForm<Typed>({ defaultValues: { lines: rows } });
  useEffect(() => {
    if (error) form.setError('lines', { type: 'server', message: error });
  }, []);
  const context = { t: said, form, rules, lines, language: 'en', today: '2026-11-21', touched: () => {} };
  return (
    <FormContextProvider value={context as unknown as FormContext}>
      <Lines />
    </FormContextProvider>
  );
}

const item = () => screen.getByLabelText<HTMLInputElement>('Item 1: Item');

afterEach(cleanup);

test('that there is no item is said once, at the field of the first one', () => {
  render(<Written rows={[{ ...lines.first }]} error="Please add at least one item." />);
  expect(screen.getAllByText('Please add at least one item.')).toHaveLength(1);
  expect(item().getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(item().getAttribute('aria-describedby')!)?.textContent).toBe(
    'Please add at least one item.',
  );
});

test('what is wrong with all of them is said below them', () => {
  const rows = [{ ...lines.first, description: 'Granite plaque' }];
  render(<Written rows={rows} error="A request can have at most 200 items." />);
  expect(item().getAttribute('aria-invalid')).not.toBe('true');
  expect(screen.getAllByText('A request can have at most 200 items.')).toHaveLength(1);
});

test('the details of an item open on demand, also where some are entered', async () => {
  render(<Written rows={[{ ...lines.first, description: 'Granite plaque', specification: 'Honed grey' }]} />);
  const details = screen.getByRole('button', { name: /^Item 1: / });
  expect(details.getAttribute('aria-expanded')).toBe('false');
  await act(async () => fireEvent.click(details));
  expect(details.getAttribute('aria-expanded')).toBe('true');
});
