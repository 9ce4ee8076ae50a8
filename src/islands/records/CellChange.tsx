import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react';
import type { CellOffer } from '#lib/records/list/cell-change.server.ts';
import { textOf, valueOf } from '#lib/records/form/form-values.ts';
import { callOf } from '#lib/values/paths.ts';
import { api } from '../api.ts';
import { ApiError } from '../api-error.ts';
import { translateWith } from '../translate-with.ts';

/** Its script is loaded for a long choice alone. */
const PickOne = lazy(() => import('../ui/PickOne.tsx'));

/** What stands in a cell, and the version of its record. */
export interface CellState {
  value: string;
  version: number;
}

interface Props {
  /** The name of the field in its record. */
  name: string;
  offer: CellOffer;
  language: string;
  /** Asks for the offer again: somebody has changed the record. */
  again: () => Promise<CellOffer>;
  /** The cell says this now; `saved` when it was written here. */
  onSay: (state: CellState, saved: boolean) => void;
  onCancel: () => void;
}

/**
 * Changes one field of a record where it stands in a list. When the record has changed meanwhile, the change is made to
 * its newest version; when this very field has, both values are shown, and the person chooses.
 */
export function CellChange({ name, offer, language, again, onSay, onCancel }: Props) {
  const t = translateWith(offer.words);
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState('');
  const [newer, setNewer] = useState<CellOffer | null>(null);
  const [mine, setMine] = useState(offer.value);
  const [isSaving, setSaving] = useState(false);
  // The search of a long choice takes the cursor itself.
  useEffect(
    () => form.current?.querySelector<HTMLElement>('input:not([type=hidden]), select, button')?.focus(),
    [newer],
  );

  async function save(value: string, version: number): Promise<void> {
    if (value === offer.value && version === offer.version) return onCancel();
    setSaving(true);
    setFault('');
    setMine(value);
    try {
      onSay(await saveCell(offer, name, value, version, language), true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'stale-version') return await meet(value);
      setFault(error.errors[0]?.message ?? error.message);
    } finally {
      setSaving(false);
    }
  }
  /** Another field of the record has changed: this one is saved to the newest version. */
  async function meet(value: string): Promise<void> {
    const now = await again();
    if (now.value === offer.value) return save(value, now.version);
    setNewer(now);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = String(new FormData(form.current!).get(name) ?? '');
    void save(value, offer.version);
  };
  const textFor = (value: string) => cellText(offer, value) || t('records.cell.nothing');

  if (newer)
    return (
      <form ref={form} onSubmit={(event) => event.preventDefault()}>
        <p role="alert">
          {t('records.cell.changedMeanwhile', { value: cellText(newer, newer.value) || t('records.cell.nothing') })}
        </p>
        <div className="button-row">
          <button className="btn btn-primary" type="button" onClick={() => void save(mine, newer.version)}>
            {t('records.cell.saveMine', { value: textFor(mine) })}
          </button>
          <button className="btn" type="button" onClick={() => onSay(newer, false)}>
            {t('records.cell.leaveTheirs', { value: cellText(newer, newer.value) || t('records.cell.nothing') })}
          </button>
        </div>
      </form>
    );
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <div className="field">
        <label htmlFor={`cell-${name}`}>{offer.label}</label>
        <CellControl name={name} offer={offer} value={mine} invalid={fault !== ''} />
        {fault && (
          <p className="field-error" role="alert">
            {fault}
          </p>
        )}
      </div>
      <div className="button-row">
        <button className="btn btn-primary" disabled={isSaving}>
          {t('common.save')}
        </button>
        <button className="btn" type="button" onClick={onCancel}>
          {t('common.cancel')}
        </button>
      </div>
    </form>
  );
}

const AT_A_GLANCE = 20;

function CellControl({
  name,
  offer,
  value,
  invalid,
}: {
  name: string;
  offer: CellOffer;
  value: string;
  invalid: boolean;
}) {
  const t = translateWith(offer.words);
  const { kind, choices, optional, max } = offer;
  const id = `cell-${name}`;
  if (kind === 'reference' && choices.length > AT_A_GLANCE)
    return (
      <Suspense fallback={<input className="input" id={id} disabled />}>
        <PickOne
          id={id}
          name={name}
          options={choices}
          value={value}
          empty={optional ? '–' : undefined}
          autoFocus
          invalid={invalid}
          offered={t('common.suggestions')}
          nothing={offer.words['common.nothingMatches']!}
        />
      </Suspense>
    );
  if (kind === 'reference' || kind === 'choice')
    return (
      <select className="select" id={id} name={name} defaultValue={value} aria-invalid={invalid || undefined}>
        {optional && <option value="">–</option>}
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    );
  return (
    <input
      className="input"
      id={id}
      name={name}
      defaultValue={value}
      maxLength={kind === 'date' ? 10 : max}
      placeholder={kind === 'date' ? 'DD/MM/YYYY' : undefined}
      inputMode={kind === 'text' ? undefined : 'decimal'}
      autoComplete="off"
      aria-invalid={invalid || undefined}
    />
  );
}

/** How a typed value reads in the list. */
export function cellText({ choices }: Pick<CellOffer, 'choices'>, value: string): string {
  return choices.find((one) => one.value === value)?.label ?? value;
}

/** Saves one field; `value` is as typed. Throws ApiError. */
export async function saveCell(
  { api: address, kind }: Pick<CellOffer, 'api' | 'kind'>,
  name: string,
  value: string,
  version: number,
  language: string,
): Promise<CellState> {
  const entered = valueOf({ kind }, value, language, name, {});
  const saved = await api<Record<string, unknown> & { version: number }>(callOf(address), {
    method: 'PATCH',
    body: { version, [name]: typeof entered === 'number' && Number.isNaN(entered) ? value : entered },
  });
  return { version: saved.version, value: textOf({ kind }, saved[name] ?? null, language) };
}
