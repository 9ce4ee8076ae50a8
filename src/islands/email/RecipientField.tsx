import { useStore } from '@nanostores/react';
import { recipientsCall } from '#lib/email/paths.ts';
import { api } from '../api.ts';
import { $recipients } from '../stores/recipients.ts';
import { translateWith } from '../translate-with.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Offer } from '../ui/offers.ts';
import { PickMany } from '../ui/PickMany.tsx';
import { Words } from '../ui/Words.tsx';

export interface RecipientOffer extends Offer {
  kind: 'user' | 'team' | 'department';
  /** No longer there, and why in words: gets no more mails. */
  gone?: string | undefined;
}

interface Props {
  field: string;
  label: string;
  chosen: readonly RecipientOffer[];
  /** What was typed and found where there is no script. */
  sought: { words: string; found: readonly RecipientOffer[]; legend: string };
  words: Record<string, string>;
  hint?: string | undefined;
  error?: string | undefined;
  focus?: boolean;
}

const find = async (words: string) => (await api<{ items: RecipientOffer[] }>(recipientsCall(words))).items;

/** The recipients of a mail: people, teams and departments. */
export default function RecipientField({ field, chosen, sought, words, ...props }: Props) {
  const t = translateWith(words);
  const recipients = useStore($recipients);
  const taken = Object.entries(recipients).flatMap(([other, keys]) => (other === field ? [] : keys));
  return (
    <PickMany
      {...props}
      name={field}
      initial={chosen}
      sought={sought.words}
      soughtName={`${field}Find`}
      placeholder={t('email.find')}
      chipLabel={(name) => t('email.recipient', { name })}
      find={find}
      offered={t('common.suggestions')}
      nothing={(typed) => t('validation.no-recipient', { words: typed })}
      isTaken={({ key }) => taken.includes(key)}
      onChange={(now) =>
        $recipients.setKey(
          field,
          now.map(({ key }) => key),
        )
      }
      chipClass={({ gone }) => (gone ? 'recipient is-gone' : 'recipient')}
      chip={({ kind, name, gone }) => (
        <>
          {kind !== 'user' && <Icon name={kind === 'team' ? 'users' : 'building-2'} className="icon-small" />}
          <Words text={name} />
          {gone && <small>{gone}</small>}
          <Icon name="x" className="icon-small" />
        </>
      )}
      withoutScript={
        <noscript>
          <button className="btn btn-outline" name="act" value="find">
            <Icon name="search" />
            {t('common.search')}
          </button>
        </noscript>
      }
    >
      {sought.found.length > 0 && (
        <fieldset className="recipient-found">
          <legend>{sought.legend}</legend>
          {sought.found.map(({ key, name, about }) => (
            <label className="check-line" key={key}>
              <input className="check" type="checkbox" name={field} value={key} />
              <span>
                <Words text={name} />
                <small>{about}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </PickMany>
  );
}
