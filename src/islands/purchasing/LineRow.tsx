import { useState, type KeyboardEvent, type ClipboardEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { formatCents, lineCents } from '#lib/kernel/money.ts';
import { isPriced, lineChecks, lineInput, type TypedLine } from '#lib/purchasing/purchase-request-form.ts';
import { Icon } from '../ui/Icon.tsx';
import { described } from '../ui/FieldFrame.tsx';
import { errorAt, useRequestForm } from './form-context.ts';
import { LineDetails } from './LineDetails.tsx';

interface Props {
  index: number;
  count: number;
  initial: TypedLine;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
  onEnter: (name: keyof TypedLine) => void;
  onPaste: (text: string) => boolean;
}

/** One item: what, how many, at what price; what it is charged to and the rest under "details". */
export function LineRow({ index, count, initial, onRemove, onMove, onEnter, onPaste }: Props) {
  const { t, form, language, units } = useRequestForm();
  const line = useWatch({ control: form.control, name: `lines.${index}` as never }) as unknown as TypedLine | undefined;
  const [open, setOpen] = useState(
    initial.specification !== '' ||
      initial.expenseCategoryId !== '' ||
      initial.costCenterId !== '' ||
      initial.gstCode !== 'SR' ||
      initial.priceIncludesGst,
  );
  const no = index + 1;
  const path = (name: keyof TypedLine) => `lines.${index}.${name}` as const;
  const label = (name: string) => `${t('purchasing.line.row', { no })}: ${t(`purchasing.line.fields.${name}`)}`;
  const onKeyDown = (name: keyof TypedLine) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onEnter(name);
  };
  const onPasteRows = (event: ClipboardEvent) => {
    if (onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
  const cellLabel = (name: string) => (
    <span className="line-label" aria-hidden="true">
      {t(`purchasing.line.fields.${name}`)}
    </span>
  );
  const control = (name: 'description' | 'quantity' | 'unitPriceE4') => {
    const error = errorAt(form, path(name));
    return (
      <>
        {cellLabel(name)}
        <input
          {...form.register(path(name) as never)}
          id={path(name)}
          className={name === 'description' ? 'input' : 'input input-number'}
          type="text"
          inputMode={name === 'description' ? undefined : 'decimal'}
          maxLength={lineChecks[name]!.max ?? 20}
          aria-label={label(name)}
          autoComplete="off"
          defaultValue={initial[name]}
          onKeyDown={onKeyDown(name)}
          onPaste={name === 'description' ? onPasteRows : undefined}
          {...described(path(name), null, error)}
        />
        <p className="field-error" id={`${path(name)}-error`}>
          {error && (
            <>
              <Icon name="circle-alert" />
              {error}
            </>
          )}
        </p>
      </>
    );
  };
  const hidden = (['specification', 'gstCode', 'expenseCategoryId', 'costCenterId'] as const).some((name) =>
    errorAt(form, path(name)),
  );
  return (
    <>
      <tr>
        <td className="line-item">{control('description')}</td>
        <td className="line-quantity">{control('quantity')}</td>
        <td className="line-unit">
          {cellLabel('unit')}
          <select
            {...form.register(path('unit') as never)}
            id={path('unit')}
            className="select"
            aria-label={label('unit')}
            defaultValue={initial.unit}
          >
            {units.map((unit) => (
              <option key={unit} value={unit}>
                {t(`purchasing.units.${unit}`)}
              </option>
            ))}
          </select>
        </td>
        <td className="line-price">{control('unitPriceE4')}</td>
        <td className="line-amount number" data-label={t('purchasing.line.fields.amount')}>
          {amountOf(line ?? initial, language)}
        </td>
        <td className="line-acts">
          <button
            className="icon-button"
            type="button"
            aria-expanded={open || hidden}
            aria-controls={`${path('kind')}-more`}
            aria-label={`${t('purchasing.line.row', { no })}: ${t('purchasing.line.acts.more')}`}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open || hidden ? 'chevron-up' : 'chevron-down'} />
          </button>
          <button
            className="icon-button"
            type="button"
            aria-label={t('purchasing.line.acts.remove', { no })}
            onClick={onRemove}
          >
            <Icon name="trash-2" />
          </button>
        </td>
      </tr>
      <tr className="line-more" id={`${path('kind')}-more`} hidden={!open && !hidden}>
        <td colSpan={6}>
          <LineDetails index={index} initial={initial} first={index === 0} last={index === count - 1} onMove={onMove} />
        </td>
      </tr>
    </>
  );
}

/** Quantity times unit price in the reader's format; nothing while one of them is missing. */
function amountOf(line: TypedLine, language: string): string {
  if (!isPriced(line, language)) return '';
  const { quantity, unitPriceE4 } = lineInput(line, language);
  return formatCents(lineCents(Number(quantity), Number(unitPriceE4)), language);
}
