import type { ComponentPropsWithRef } from 'react';
import { Controller } from 'react-hook-form';
import type { Choice, Entry, FieldView } from '#lib/documents/form/form.ts';
import { entryText } from '#lib/documents/form/form.ts';
import { isNumeric } from '#lib/values/field-kinds.ts';
import { DateField } from '../ui/DateField.tsx';
import { described } from '../ui/FieldFrame.tsx';
import { Boxes } from './Boxes.tsx';
import { useDocumentForm } from './form-context.ts';

interface Props {
  field: FieldView;
  /** 'title', 'lines.0.quantity': id and name of the control. */
  path: string;
  initial: Entry | undefined;
  error: string | undefined;
  /** Its label, where no visible one stands beside it. */
  label?: string;
  choices?: readonly Choice[];
  /** What an empty choice says; no empty one is offered without it. */
  none?: string | undefined;
  rows?: number;
  onKeyDown?: ComponentPropsWithRef<'input'>['onKeyDown'];
  onPaste?: ComponentPropsWithRef<'input'>['onPaste'];
}

const MODES: Partial<Record<FieldView['kind'], 'numeric' | 'tel' | 'email'>> = {
  instant: 'numeric',
  'contact-number': 'tel',
  email: 'email',
};

/** The control of one value, by the kind that its declaration says. */
export function Control({ field, path, initial, error, label, choices, none, rows = 2, ...keys }: Props) {
  const { t, form, rules, language, today, focus } = useDocumentForm();
  const { kind, hint, max } = field;
  const about = { 'aria-label': label, ...described(path, label ? null : hint, error) };
  const offered = choices ?? field.choices ?? [];
  const text = entryText(initial);
  if (kind === 'date') {
    return (
      <Controller
        name={path}
        control={form.control}
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <DateField
            id={path}
            ref={ref}
            name={path}
            value={entryText(value)}
            onChange={onChange}
            onBlur={onBlur}
            onChoose={onChange}
            today={today}
            ahead={rules.ahead?.includes(field.name) ?? false}
            language={language}
            openLabel={t('documents.form.openCalendar')}
            {...about}
            {...keys}
          />
        )}
      />
    );
  }
  const registered = form.register(path);
  if (kind === 'choices' || kind === 'references')
    return (
      <Boxes
        id={path}
        label={field.label}
        offered={offered}
        chosen={Array.isArray(initial) ? initial : []}
        registered={registered}
      />
    );
  const common = { ...registered, id: path, ...about, autoFocus: path === focus };
  if (kind === 'boolean') {
    const box = <input {...common} className="check" type="checkbox" defaultChecked={text === 'on'} />;
    return label ? (
      box
    ) : (
      <label className="check-line">
        {box}
        {field.label}
      </label>
    );
  }
  if (kind === 'choice' || kind === 'reference') {
    return (
      <select {...common} className="select" defaultValue={text}>
        {none !== undefined && <option value="">{none}</option>}
        {offered.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'long-text')
    return <textarea {...common} className="textarea" maxLength={max} defaultValue={text} rows={rows} />;
  const isNumber = isNumeric(kind);
  return (
    <input
      {...common}
      {...keys}
      className={isNumber ? 'input input-number' : 'input'}
      type="text"
      inputMode={isNumber ? 'decimal' : MODES[kind]}
      maxLength={max ?? (isNumber ? 20 : undefined)}
      autoComplete="off"
      defaultValue={text}
    />
  );
}
