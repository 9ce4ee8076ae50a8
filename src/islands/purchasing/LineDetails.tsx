import type { TypedLine } from '#lib/purchasing/purchase-request-form.ts';
import { FieldFrame, described } from '../ui/FieldFrame.tsx';
import { Icon } from '../ui/Icon.tsx';
import { errorAt, useRequestForm } from './form-context.ts';

interface Props {
  index: number;
  initial: TypedLine;
  first: boolean;
  last: boolean;
  onMove: (by: -1 | 1) => void;
}

const CODES = ['SR', 'ZR', 'ES', 'OS', 'NR', 'IM'];
const KINDS = ['goods', 'service', 'charge'];

/** What an item needs more rarely: specification, tax, what it is charged to, its place among the others. */
export function LineDetails({ index, initial, first, last, onMove }: Props) {
  const { t, form, categories, centers } = useRequestForm();
  const path = (name: keyof TypedLine) => `lines.${index}.${name}` as const;
  const label = (name: string) => t(`purchasing.line.fields.${name}`);
  const choice = (
    name: 'kind' | 'gstCode' | 'expenseCategoryId' | 'costCenterId',
    options: readonly { value: string; label: string }[],
    none?: string,
  ) => {
    const error = errorAt(form, path(name));
    return (
      <FieldFrame id={path(name)} label={label(name)} error={error}>
        <select
          {...form.register(path(name) as never)}
          id={path(name)}
          className="select"
          defaultValue={initial[name]}
          {...described(path(name), null, error)}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </FieldFrame>
    );
  };
  const named = (name: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`purchasing.line.choices.${name}.${value}`) }));
  const asRequest = t('purchasing.line.asRequest');
  const error = errorAt(form, path('specification'));
  return (
    <div className="line-details">
      <FieldFrame
        id={path('specification')}
        label={label('specification')}
        error={error}
        optional={t('common.optional')}
        wide
      >
        <textarea
          {...form.register(path('specification') as never)}
          id={path('specification')}
          className="textarea line-specification"
          rows={2}
          maxLength={1000}
          defaultValue={initial.specification}
          {...described(path('specification'), null, error)}
        />
      </FieldFrame>
      {choice('expenseCategoryId', categories, asRequest)}
      {choice('costCenterId', centers, asRequest)}
      {choice('kind', named('kind', KINDS))}
      {choice('gstCode', named('gstCode', CODES))}
      <label className="check-line">
        <input
          className="check"
          type="checkbox"
          {...form.register(path('priceIncludesGst') as never)}
          defaultChecked={initial.priceIncludesGst}
        />
        {label('priceIncludesGst')}
      </label>
      <div className="button-row line-moves">
        <button
          className="btn btn-small"
          type="button"
          disabled={first}
          onClick={() => onMove(-1)}
          aria-label={t('purchasing.line.acts.up', { no: index + 1 })}
        >
          <Icon name="arrow-up" />
        </button>
        <button
          className="btn btn-small"
          type="button"
          disabled={last}
          onClick={() => onMove(1)}
          aria-label={t('purchasing.line.acts.down', { no: index + 1 })}
        >
          <Icon name="arrow-down" />
        </button>
      </div>
    </div>
  );
}
