/** Decimal numbers stored as integers of their last place, and their text form. Browser-safe. */

/** Separators of one language: between thousands, before the decimals, and what people type between thousands. */
interface Signs {
  group: string;
  point: string;
  typedGroup: RegExp;
}

const signs: Record<string, Signs> = {
  en: { group: ',', point: '.', typedGroup: /,/g },
  de: { group: '.', point: ',', typedGroup: /[.\s'’]/g },
  fr: { group: '\u202f', point: ',', typedGroup: /[.\s]/g },
  pt: { group: '\u00a0', point: ',', typedGroup: /[.\s]/g },
};

/** Decimals always shown (`least`) and stored (`most`). */
export interface Places {
  least: number;
  most: number;
}

/**
 * `value` is a whole number of units of the last place: 1864009 with two places is "18,640.09" in English,
 * "18.640,09" in German. Places beyond `least` are shown only where they are not zero.
 */
export function formatDecimal(value: number, places: Places, language = 'en'): string {
  const { group, point } = signsOf(language);
  const digits = String(Math.abs(value)).padStart(places.most + 1, '0');
  const whole = digits.slice(0, digits.length - places.most).replace(/\B(?=(\d{3})+$)/g, group);
  const decimals = trimZeros(digits.slice(digits.length - places.most), places.least);
  return `${value < 0 ? '-' : ''}${whole}${decimals === '' ? '' : point + decimals}`;
}

/**
 * The reverse of `formatDecimal` for text typed in that language; a plain machine number ("1234.5") is accepted in
 * every language. `null` for anything else: other characters, wrongly grouped thousands, more decimals than `most`, or
 * a number beyond 2^53 of its last place.
 */
export function parseDecimal(text: string, most: number, language = 'en'): number | null {
  const plain = plainDecimal(text.trim(), language);
  const parts = plain === null ? null : /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain);
  if (!parts) return null;
  const [, sign, whole = '', decimals = ''] = parts;
  if (decimals.length > most) return null;
  const value = Number(whole + decimals.padEnd(most, '0'));
  if (!Number.isSafeInteger(value)) return null;
  return sign && value !== 0 ? -value : value;
}

/** The typed text with "." before the decimals and no thousands separators; `null` when it is not a number. */
function plainDecimal(text: string, language: string): string | null {
  const { point, typedGroup } = signsOf(language);
  const [whole = '', ...rest] = text.split(point);
  if (rest.length <= 1 && /^-?\d+$/.test(ungrouped(whole, typedGroup))) {
    return [ungrouped(whole, typedGroup), ...rest].join('.');
  }
  return /^-?\d+\.\d+$/.test(text) ? text : null;
}

/** Removes correctly placed thousands separators; elsewhere they stay and the text is not a number. */
function ungrouped(whole: string, typedGroup: RegExp): string {
  const groups = whole.split(typedGroup);
  const wellPlaced = /^-?\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group));
  return groups.length > 1 && wellPlaced ? groups.join('') : whole;
}

function trimZeros(decimals: string, least: number): string {
  let end = decimals.length;
  while (end > least && decimals[end - 1] === '0') end -= 1;
  return decimals.slice(0, end);
}

function signsOf(language: string): Signs {
  return signs[language] ?? signs['en']!;
}
