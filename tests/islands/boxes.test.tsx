// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, test } from 'vitest';
import { Boxes } from '#islands/documents/Boxes.tsx';
import { FormContextProvider, type FormContext } from '#islands/documents/form-context.ts';

// Daniel asks for roles: of seventeen he sees those that he seeks, and loses none that he ticked.
const roles = Array.from({ length: 17 }, (_, index) => ({ value: `r${index}`, label: `Role ${index + 1}` }));

function Roles({ count }: { count: number }) {
  const form = useForm({ defaultValues: { roleIds: ['r3'] } });
  const context = { t: (key: string) => key } as unknown as FormContext;
  return (
    <FormContextProvider value={context}>
      <form>
        <Boxes
          id="roleIds"
          label="Roles"
          offered={roles.slice(0, count)}
          chosen={['r3']}
          registered={form.register('roleIds')}
        />
      </form>
    </FormContextProvider>
  );
}

const shown = () =>
  [...document.querySelectorAll<HTMLElement>('.check-line')]
    .filter(({ hidden }) => !hidden)
    .map((line) => line.textContent);
const sent = () => new FormData(document.querySelector('form')!).getAll('roleIds');

afterEach(cleanup);

test('many are narrowed by typing, the ticked first, and stay ticked out of sight', () => {
  render(<Roles count={17} />);
  expect(shown()[0]).toBe('Role 4');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'role 17' } });
  expect(shown()).toEqual(['Role 17']);
  fireEvent.click(screen.getByLabelText('Role 17'));
  expect(sent()).toEqual(['r3', 'r16']);
});

test('a few stand as they are', () => {
  render(<Roles count={10} />);
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(shown()).toHaveLength(10);
});
