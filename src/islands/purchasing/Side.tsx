import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Chain } from '#lib/approvals/chain.server.ts';
import { policyText, reasonText, routeLines } from '#lib/approvals/route.ts';
import { formatCents, formatRate } from '#lib/kernel/money.ts';
import { categoriesIn, pricedLines, type Typed } from '#lib/purchasing/purchase-request-form.ts';
import { priceLines } from '#lib/purchasing/purchase-request-pricing.ts';
import { api } from '../api.ts';
import { Icon } from '../ui/Icon.tsx';
import { useRequestForm } from './form-context.ts';

const AFTER_TYPING_MS = 400;

/** What follows from the entries: the totals, and who will be asked. */
export function Side({ id, person, expected }: { id: string | undefined; person: string; expected: Chain | null }) {
  const { form, language, today, gstMethod } = useRequestForm();
  const typed = useWatch({ control: form.control }) as Typed;
  const { totals, byRate } = useMemo(
    () => priceLines(pricedLines(typed.lines ?? [], language), today, gstMethod),
    [typed.lines, language, today, gstMethod],
  );
  const chain = useExpected(expected, {
    id,
    departmentId: typed['departmentId'],
    requesterId: typed['requesterId'] || person,
    purchasePath: typed['purchasePath'],
    netCents: totals.estimatedNetCents,
    preferredVendor: typed['preferredVendor'],
    expenseCategoryIds: categoriesIn(typed.lines ?? [], typed['expenseCategoryId']),
  });
  return (
    <div className="side">
      <Totals
        net={totals.estimatedNetCents}
        gross={totals.estimatedGrossCents}
        taxes={byRate.filter(({ rateBasisPoints }) => rateBasisPoints > 0)}
      />
      <Asked chain={chain} person={person} />
    </div>
  );
}

interface Tax {
  rateBasisPoints: number;
  gstCents: number;
}

function Totals({ net, gross, taxes }: { net: number; gross: number; taxes: readonly Tax[] }) {
  const { t, language } = useRequestForm();
  return (
    <section className="card">
      <div className="card-body">
        <h2>{t('purchasing.purchaseRequest.form.total')}</h2>
        <dl className="sums">
          <div>
            <dt>{t('purchasing.totals.items')}</dt>
            <dd>{formatCents(net, language)}</dd>
          </div>
          {taxes.map((tax) => (
            <div key={tax.rateBasisPoints}>
              <dt>{t('purchasing.totals.gst', { rate: formatRate(tax.rateBasisPoints, language) })}</dt>
              <dd>{formatCents(tax.gstCents, language)}</dd>
            </div>
          ))}
          <div className="grand-total">
            <dt>{t('purchasing.totals.gross')}</dt>
            <dd>{formatCents(gross, language)}</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}

function Asked({ chain, person }: { chain: Chain | string | null; person: string }) {
  const { t, language } = useRequestForm();
  return (
    <section className="card">
      <div className="card-body" aria-live="polite">
        <h2>{t('purchasing.purchaseRequest.form.whoIsAsked')}</h2>
        {chain === null || typeof chain === 'string' ? (
          <p className="muted">{chain ?? t('purchasing.purchaseRequest.form.whoUnknown')}</p>
        ) : (
          <>
            <ol className="route">
              {routeLines(chain, t, person).map(({ key, name, text, state }) => (
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
            <p className="side-note">{policyText(chain.policy, t('purchasing.purchaseRequest.many'), t, language)}</p>
          </>
        )}
      </div>
    </section>
  );
}

interface Question {
  id: string | undefined;
  departmentId: string | undefined;
  requesterId: string;
  purchasePath: string | undefined;
  netCents: number;
  preferredVendor: string | undefined;
  expenseCategoryIds: string[];
}

/** Who would be asked, asked again shortly after the entries change; a sentence when nobody could be. */
function useExpected(first: Chain | null, question: Question): Chain | string | null {
  const [chain, setChain] = useState<Chain | string | null>(first);
  const asked = JSON.stringify(question);
  useEffect(() => {
    if (!question.departmentId) return setChain(null);
    const gone = new AbortController();
    const timer = setTimeout(() => {
      api<Chain>('/approvals/expected', { method: 'POST', body: JSON.parse(asked), signal: gone.signal }).then(
        setChain,
        (error: Error) => setChain(error.message),
      );
    }, AFTER_TYPING_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [asked]);
  return chain;
}
