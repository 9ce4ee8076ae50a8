import { countText } from '#lib/values/count-text.ts';
import { languageTags, type Language } from '#lib/values/languages.ts';
import { labels, type AnyEntity } from './entity.ts';
import type { Reader } from './shown.ts';

/** A number of records within a sentence: "3 purchase requests", "1 Bestellanforderung". */
export function countedRecords({ t, language }: Reader, of: AnyEntity, count: number): string {
  const isOne = new Intl.PluralRules(languageTags[language as Language]).select(count) === 'one';
  const name = t(isOne ? labels.one(of) : labels.many(of));
  return `${countText(count, language)} ${language === 'de' ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`}`;
}
