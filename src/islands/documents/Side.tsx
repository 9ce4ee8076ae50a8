import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { policyText, reasonText, routeLines } from '#lib/approvals/route.ts';
import { totalsOf } from '#lib/documents/form/check.ts';
import type { LineTotals } from '#lib/documents/form/rules.ts';
import { writtenRows, type Typed } from '#lib/documents/form/form.ts';
import { formatCents } from '#lib/values/money.ts';
import { api } from '../api.ts';
import { Icon } from '../ui/Icon.tsx';
import { useDocumentForm, type Forecast } from './form-context.ts';
import { enteredIn } from './sending.ts';

const AFTER_TYPING_MS = 400;

/** What follows from the entries: the totals, and who will be asked. */
export function Side({ id }: { id: string | undefined }) {
  const context = useDocumentForm();
  const { form, rules, lines, viewer, asks, along, revision, forecast, setForecast } = context;
  const typed = useWatch({ control: form.control }) as Typed;
  const rows = lines ? writtenRows(lines, typed.lines) : [];
  const totals = lines && rules.prices ? totalsOf(lines, rules, rows, context) : null;
  const own = rules.question?.({ typed, rows, netCents: totals?.netCents ?? 0, person: viewer.person });
  useForecast(asks, revision ? enteredIn(context, typed) : own ? { id, ...along, ...own } : null, setForecast);
  return (
    <>
      {totals && <Totals sums={totals.sums} />}
      {asks && <Asked chain={forecast} />}
    </>
  );
}

function Totals({ sums }: { sums: LineTotals['sums'] }) {
  const { t, language } = useDocumentForm();
  return (
    <section className="card">
      <div className="card-body">
        <h2>{t('documents.form.total')}</h2>
        <dl className="sums">
          {sums.map(({ key, params, cents }, index) => (
            <div key={key + index} className={index === sums.length - 1 ? 'grand-total' : undefined}>
              <dt>{t(key, params)}</dt>
              <dd>{formatCents(cents, language)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Asked({ chain }: { chain: Forecast }) {
  const { t, language, viewer } = useDocumentForm();
  return (
    <section className="card">
      <div className="card-body" aria-live="polite">
        <h2>{t('documents.form.whoIsAsked')}</h2>
        {chain === null || typeof chain === 'string' ? (
          <p className="muted">{chain ?? t('documents.form.whoUnknown')}</p>
        ) : chain.status === 'not-needed' ? (
          <p>{t('documents.revisions.notNeeded')}</p>
        ) : (
          <>
            <ol className="route">
              {routeLines(chain, t, viewer.person).map(({ key, name, text, state }) => (
                <li key={key}>
                  <span className="route-mark">{state === 'passed-over' && <Icon name="minus" />}</span>
                  <p>
                    {name && <b>{name}</b>}
                    <small>{text}</small>
                  </p>
                </li>
              ))}
            </ol>
            {chain.reasons.map((reason) => (
              <p key={reason.code + (reason.params.policy ?? '')} className="notice tone-waits">
                <Icon name="circle-alert" />
                <span>{reasonText(reason, { t, language })}</span>
              </p>
            ))}
            <p className="side-note">{policyText(chain.policy, t('documents.many'), t, language)}</p>
          </>
        )}
      </div>
    </section>
  );
}

/** Asks shortly after the entries change what sending would do; a sentence when that could not be. */
function useForecast(at: string | null, question: object | null, found: (forecast: Forecast) => void): void {
  const asked = JSON.stringify(question);
  useEffect(() => {
    if (!at || !question) return found(null);
    const gone = new AbortController();
    const timer = setTimeout(() => {
      api<Forecast>(at, { method: 'POST', body: JSON.parse(asked), signal: gone.signal }).then(found, (error: Error) =>
        found(error.message),
      );
    }, AFTER_TYPING_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [at, asked]);
}
