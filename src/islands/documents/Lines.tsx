import { useEffect, useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { isBlank, viewsOf } from '#lib/documents/form/form.ts';
import { pastedRows } from '#lib/documents/form/paste.ts';
import { isNumeric } from '#lib/values/field-kinds.ts';
import { FieldError } from '../ui/FieldFrame.tsx';
import { Icon } from '../ui/Icon.tsx';
import { showToast } from '../stores/toasts.ts';
import { errorAt, useLinesForm } from './form-context.ts';
import { LineRow } from './LineRow.tsx';

/** The lines: added with Enter or the button, removed, moved, pasted from a spreadsheet. */
export function Lines() {
  const { t, form, lines, rules, touched } = useLinesForm();
  // `id` is that of the line: a row is known by a key of its own.
  const { fields, append, remove, move, insert, update } = useFieldArray({
    control: form.control,
    name: 'lines',
    keyName: 'key',
  });
  const focusNext = useRef<string | null>(null);
  const error = errorAt(form, 'lines') ?? form.formState.errors.root?.message;
  const [first] = form.getValues('lines');
  const missing = first && isBlank(lines, first) ? error : undefined;

  // Once the rows are drawn anew: a field that is drawn before gives way to another of its name.
  useEffect(() => {
    if (focusNext.current) document.getElementById(focusNext.current)?.focus();
    focusNext.current = null;
  }, [fields]);

  const add = (at: number, name = lines.title) => {
    if (at < fields.length) return document.getElementById(`lines.${at}.${name}`)?.focus();
    focusNext.current = `lines.${at}.${lines.title}`;
    append(lines.first, { shouldFocus: false });
    touched();
  };
  const paste = (index: number, text: string): boolean => {
    const pasted = pastedRows(lines, text);
    if (!pasted) return false;
    const rows = pasted.map(({ row }) => ({ ...lines.first, ...row }));
    const own = form.getValues(`lines.${index}`);
    const over = isBlank(lines, own);
    if (over) update(index, { ...rows[0]!, id: own['id'] ?? '' });
    insert(index + 1, rows.slice(over ? 1 : 0), { shouldFocus: false });
    touched();
    const from = over ? index : index + 1;
    const asked = pasted.flatMap(({ unknown }, at) =>
      unknown.map((one) => ({ path: `lines.${from + at}.${one.name}`, text: one.text })),
    );
    for (const { path, text: said } of asked)
      form.setError(path, { type: 'asked', message: t('documents.lines.unknownChoice', { text: said }) });
    focusNext.current = asked[0]?.path ?? null;
    showToast(t('documents.lines.pasted', { count: rows.length }), 'info');
    return true;
  };
  return (
    <>
      <table className="line-items">
        <thead>
          <tr>
            {viewsOf(lines, lines.row).map(({ name, kind, label }) => (
              <th key={name} scope="col" className={isNumeric(kind) ? 'number' : undefined}>
                {label}
              </th>
            ))}
            {rules.prices && <th scope="col" className="number">{`${t('documents.lines.amount')} (S$)`}</th>}
            <th>
              <span className="sr-only">{t('common.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ key, ...line }, index) => (
            <LineRow
              key={key}
              index={index}
              count={fields.length}
              initial={line}
              missing={index === 0 ? missing : undefined}
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
      <FieldError id="lines-error" error={missing ? undefined : error} />
      <button
        className="btn btn-outline"
        type="button"
        id="lines"
        aria-describedby={error && !missing ? 'lines-error' : undefined}
        onClick={() => add(fields.length)}
      >
        <Icon name="plus" />
        {t('documents.lines.add')}
      </button>
    </>
  );
}
