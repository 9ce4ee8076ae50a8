import { useEffect, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { blankLine, isBlank, type TypedLine } from '#lib/purchasing/purchase-request-form.ts';
import { pastedLines } from '#lib/purchasing/purchase-request-paste.ts';
import { Icon } from '../ui/Icon.tsx';
import { showToast } from '../stores/toasts.ts';
import { errorAt, useRequestForm } from './form-context.ts';
import { LineRow } from './LineRow.tsx';

/** The items: added with Enter or the button, removed, moved, pasted from a spreadsheet. */
export function Lines() {
  const { t, form, touched, units } = useRequestForm();
  const { fields, append, remove, move, insert, update } = useFieldArray({
    control: form.control,
    name: 'lines' as never,
  });
  const focusNext = useRef<string | null>(null);
  const error = errorAt(form, 'lines') ?? form.formState.errors.root?.message;

  useEffect(() => {
    if (focusNext.current) document.getElementById(focusNext.current)?.focus();
    focusNext.current = null;
  });

  const lines = fields as unknown as (TypedLine & { id: string })[];
  const add = (at: number, name: keyof TypedLine = 'description') => {
    if (at < lines.length) return document.getElementById(`lines.${at}.${name}`)?.focus();
    focusNext.current = `lines.${at}.description`;
    append(blankLine() as never, { shouldFocus: false });
    touched();
  };
  const paste = (index: number, text: string): boolean => {
    const pasted = pastedLines(text, Object.fromEntries(units.map((unit) => [unit, t(`purchasing.units.${unit}`)])));
    if (!pasted) return false;
    const rows = pasted.map((row) => ({ ...blankLine(), ...row }));
    const own = form.getValues(`lines.${index}` as never) as unknown as TypedLine;
    const over = isBlank(own);
    if (over) update(index, rows[0] as never);
    insert(index + 1, rows.slice(over ? 1 : 0) as never, { shouldFocus: false });
    touched();
    showToast(t('purchasing.line.pasted', { count: rows.length }), 'info');
    return true;
  };
  return (
    <>
      <table className="line-items">
        <thead>
          <tr>
            <th scope="col">{t('purchasing.line.fields.description')}</th>
            <th scope="col" className="number">
              {t('purchasing.line.fields.quantity')}
            </th>
            <th scope="col">{t('purchasing.line.fields.unit')}</th>
            <th scope="col" className="number">
              {t('purchasing.line.fields.unitPriceE4')}
            </th>
            <th scope="col" className="number">{`${t('purchasing.line.fields.amount')} (S$)`}</th>
            <th>
              <span className="sr-only">{t('common.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <LineRow
              key={line.id}
              index={index}
              count={lines.length}
              initial={line}
              onPaste={(text) => paste(index, text)}
              onEnter={(name) => add(index + 1, name)}
              onRemove={() => {
                remove(index);
                touched();
              }}
              onMove={(by) => {
                move(index, index + by);
                touched();
              }}
            />
          ))}
        </tbody>
      </table>
      <p className="field-error" id="lines-error">
        {error && (
          <>
            <Icon name="circle-alert" />
            {error}
          </>
        )}
      </p>
      <button
        className="btn btn-outline"
        type="button"
        id="lines"
        aria-describedby={error ? 'lines-error' : undefined}
        onClick={() => add(lines.length)}
      >
        <Icon name="plus" />
        {t('purchasing.line.acts.add')}
      </button>
    </>
  );
}
