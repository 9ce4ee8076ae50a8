import { useEffect, useRef } from 'react';
import type { FormFault } from '#lib/documents/form/form.ts';
import { useDocumentForm, type FormContext } from './form-context.ts';

/** All faults above the form, each leading to its field; it takes the focus when it comes. */
export function Summary({ faults, problem }: { faults: readonly FormFault[]; problem: string | null }) {
  const form = useDocumentForm();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (faults.length === 0 && !problem) return;
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [faults, problem]);
  if (faults.length === 0 && !problem) return null;
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={element}>
      {problem && <h2>{problem}</h2>}
      {faults.length > 0 && <h2>{form.t('common.errorSummary', { count: faults.length })}</h2>}
      <ul>
        {faults.map(({ path, message }) => (
          <li key={path}>
            <a
              href={`#${path}`}
              onClick={(event) => {
                event.preventDefault();
                lead(path);
              }}
            >{`${labelOf(form, path)}: ${message}`}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The words for a place: a field's label, or 'Item 2, Quantity' for one of a line. */
function labelOf({ t, sections, lines }: FormContext, path: string): string {
  const [name = '', row, cell] = path.split('.');
  if (cell) {
    const label = lines?.fields.find((field) => field.name === cell)?.label ?? cell;
    return `${t('documents.lines.row', { no: Number(row) + 1 })}, ${label}`;
  }
  const field = sections.flatMap(({ fields }) => fields).find((one) => one.name === name);
  return field?.label ?? t(name === 'lines' ? 'documents.lines.many' : 'documents.form.files');
}

/** To the control of a path; a group of choices by its first one. */
function lead(path: string): void {
  const found = document.getElementById(path);
  const fold = found?.closest('details');
  if (fold) fold.open = true;
  const control = found?.matches('input, select, textarea, button')
    ? found
    : (found?.querySelector<HTMLElement>('input:checked, input, select, textarea') ?? found);
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
