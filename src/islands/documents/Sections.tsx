import { useEffect, useRef, type ReactNode } from 'react';
import type { SectionView } from '#lib/documents/form/form.ts';
import { isFieldShown } from '#lib/documents/form/rules.ts';
import { Icon } from '../ui/Icon.tsx';
import { HeaderField } from './HeaderField.tsx';
import { Lines } from './Lines.tsx';
import { errorAt, useDocumentForm, useTyped } from './form-context.ts';

/** Fields of the document under their heading. */
export function Section({ section }: { section: SectionView }) {
  const { heading, hint } = section;
  return (
    <section className="form-section">
      {heading && <h2>{heading}</h2>}
      {hint && <p className="hint">{hint}</p>}
      <Fields section={section} />
    </section>
  );
}

/**
 * What is rarely needed, behind a line that names it. It is open from the start where something in it is not as usual, and
 * opens by itself as soon as something in it is wrong.
 */
export function FoldedSection({ section, files }: { section: SectionView; files: ReactNode }) {
  const { t, form, rules } = useDocumentForm();
  const element = useRef<HTMLDetailsElement>(null);
  const { heading = t('common.more'), fields, fold } = section;
  const shown = useTyped((typed) =>
    fields.filter(({ name }) => isFieldShown(rules, name, typed)).map(({ label }) => label),
  );
  const names = [...shown, ...(files ? [t('documents.form.files')] : [])];
  const hasFault = [...fields.map(({ name }) => name), 'attachments'].some((name) => errorAt(form, name));
  useEffect(() => {
    if (hasFault) element.current!.open = true;
  }, [hasFault]);
  return (
    <details className="form-section form-fold" open={fold === 'open'} ref={element}>
      <summary>
        <Icon name="chevron-down" />
        <b>{heading}</b> <span>{names.join(', ')}</span>
      </summary>
      <Fields section={section} />
      {files && (
        <>
          <h3>{t('documents.form.files')}</h3>
          {files}
        </>
      )}
    </details>
  );
}

/** The lines under their heading. */
export function LinesSection() {
  const { t, lines } = useDocumentForm();
  if (!lines) return null;
  return (
    <section className="form-section">
      <h2>{t('documents.lines.many')}</h2>
      {lines.hint && <p className="hint">{lines.hint}</p>}
      <Lines />
    </section>
  );
}

function Fields({ section: { fields } }: { section: SectionView }) {
  return (
    <div className="form-columns">
      {fields.map((field) => (
        <HeaderField key={field.name} field={field} />
      ))}
    </div>
  );
}
