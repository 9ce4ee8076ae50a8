import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** The word for "optional" after the label. */
  optional?: string | undefined;
  wide?: boolean;
  /** Several controls under one name. */
  group?: boolean;
  children: ReactNode;
}

/** Label, control, hint and, where something is wrong, the error of one field, as components/ui/Field.astro draws them. */
export function FieldFrame({ id, label, hint, error, optional, wide = false, group = false, children }: Props) {
  const words = (
    <>
      {label}
      {optional && <span className="optional">{` (${optional})`}</span>}
    </>
  );
  const content = (
    <>
      {group ? <legend>{words}</legend> : <label htmlFor={id}>{words}</label>}
      {children}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </>
  );
  const className = wide ? 'field whole-row' : 'field';
  return group ? (
    <fieldset className={className} aria-describedby={error ? `${id}-error` : undefined}>
      {content}
    </fieldset>
  ) : (
    <div className={className}>{content}</div>
  );
}

/** What is wrong with a field; nothing where nothing is. */
export function FieldError({ id, error }: { id?: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="field-error" id={id}>
      <Icon name="circle-alert" />
      {error}
    </p>
  );
}

/** The ARIA attributes of a control. */
export function described(id: string, hint: unknown, error: unknown) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': ids === '' ? undefined : ids } as const;
}
