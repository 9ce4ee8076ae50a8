import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { amountOf } from '#lib/documents/form/check.ts';
import { entryText, noneOf, viewsOf, type FieldView, type TypedRow } from '#lib/documents/form/form.ts';
import { formatCents } from '#lib/values/money.ts';
import { FieldError } from '../ui/FieldFrame.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Control } from './Control.tsx';
import { errorAt, useLinesForm, useTyped } from './form-context.ts';
import { LineDetails } from './LineDetails.tsx';

interface Props {
  index: number;
  count: number;
  initial: TypedRow;
  /** That there is no item at all, where this is the row for the first one. */
  missing: string | undefined;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
  onEnter: (name: string) => void;
  onPaste: (text: string) => boolean;
}

/** One line: what is entered of every one, and the rest under "details". */
export function LineRow({ index, count, initial, missing, onRemove, onMove, onEnter, onPaste }: Props) {
  const { t, form, lines, rules, language } = useLinesForm();
  const amount = useTyped((typed) => amountOf(lines, rules, typed.lines[index] ?? initial, language));
  const [open, setOpen] = useState(false);
  const no = index + 1;
  const more = `lines.${index}-more`;
  const isOpen = open || lines.more.some((name) => errorAt(form, `lines.${index}.${name}`));
  const onKeyDown = (name: string) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onEnter(name);
  };
  const onPasteRows = (event: ClipboardEvent) => {
    if (onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
  const cell = (field: FieldView) => {
    const { name, label } = field;
    const path = `lines.${index}.${name}`;
    const error = errorAt(form, path) ?? (name === lines.title ? missing : undefined);
    return (
      <td key={name} className={name === lines.title ? 'line-item' : CELLS[field.kind]}>
        <span className="line-label" aria-hidden="true">
          {label}
        </span>
        <Control
          field={field}
          path={path}
          initial={initial[name]}
          error={error}
          label={`${t('documents.lines.row', { no })}: ${label}`}
          none={noneOf(lines, field, t) ?? (initial[name] === '' ? t('common.choose') : undefined)}
          onKeyDown={onKeyDown(name)}
          onPaste={name === lines.title ? onPasteRows : undefined}
        />
        <FieldError id={`${path}-error`} error={error} />
      </td>
    );
  };
  return (
    <>
      <tr>
        {viewsOf(lines, lines.row).map(cell)}
        {rules.prices && (
          <td className="line-amount number" data-label={t('documents.lines.amount')}>
            {amount !== null && formatCents(amount, language)}
          </td>
        )}
        <td className="line-acts">
          <input type="hidden" {...form.register(`lines.${index}.id`)} defaultValue={entryText(initial['id'])} />
          {(lines.more.length > 0 || count > 1) && (
            <button
              className="icon-button"
              type="button"
              aria-expanded={isOpen}
              aria-controls={more}
              aria-label={`${t('documents.lines.row', { no })}: ${t('documents.lines.more')}`}
              onClick={() => setOpen(!open)}
            >
              <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
            </button>
          )}
          <button
            className="icon-button"
            type="button"
            aria-label={t('documents.lines.remove', { no })}
            onClick={onRemove}
          >
            <Icon name="trash-2" />
          </button>
        </td>
      </tr>
      <tr className="line-more" id={more} hidden={!isOpen}>
        <td colSpan={lines.row.length + (rules.prices ? 2 : 1)}>
          <LineDetails index={index} initial={initial} first={index === 0} last={index === count - 1} onMove={onMove} />
        </td>
      </tr>
    </>
  );
}

/** How wide a cell is, by the kind of what stands in it. */
const CELLS: Partial<Record<FieldView['kind'], string>> = {
  quantity: 'line-quantity',
  integer: 'line-quantity',
  percent: 'line-quantity',
  choice: 'line-unit',
  reference: 'line-unit',
  'unit-price': 'line-price',
  money: 'line-price',
  date: 'line-price',
};
