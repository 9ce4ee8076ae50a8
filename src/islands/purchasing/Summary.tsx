import { useEffect, useRef } from 'react';
import type { FormFault } from '#lib/purchasing/purchase-request-form.ts';
import { useRequestForm } from './form-context.ts';

/** All faults above the form, each leading to its field; it takes the focus when it comes. */
export function Summary({ faults, problem }: { faults: readonly FormFault[]; problem: string | null }) {
  const { t } = useRequestForm();
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
      {faults.length > 0 && <h2>{t('common.errorSummary', { count: faults.length })}</h2>}
      <ul>
        {faults.map(({ path, label, message }) => (
          <li key={path}>
            <a
              href={`#${path}`}
              onClick={(event) => {
                event.preventDefault();
                lead(path);
              }}
            >{`${label}: ${message}`}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** To the control of a path; a group of choices by its first one. */
function lead(path: string): void {
  const found = document.getElementById(path);
  const control = found?.matches('input, select, textarea, button')
    ? found
    : (found?.querySelector<HTMLElement>('input:checked, input, select, textarea') ?? found);
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
