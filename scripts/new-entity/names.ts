import { camel, snake } from '#lib/values/names.ts';

export { camel, snake };

/** 'store-shelf' to 'StoreShelf'. */
export function pascal(name: string): string {
  return camel(`-${name}`);
}

/** 'storeKeeperId' and 'store-keeper' to 'Store keeper': what a label says before anybody writes a better one. */
export function words(name: string): string {
  const spaced = snake(name.replace(/(?<=.)(Id|Cents|E4)$/, '')).replaceAll('_', ' ');
  return spaced[0]!.toUpperCase() + spaced.slice(1);
}

/** 'store shelf' to 'a store shelf'. */
export function withArticle(thing: string): string {
  return `${/^[aeiou]/.test(thing) ? 'an' : 'a'} ${thing}`;
}

const IN_VES = /(shel|hal|lea|loa|thie|wol|cal|kni|li|wi)fe?$/;

/** 'store-shelf' to 'store-shelves': the usual English plural, for a name that is none already. */
export function pluralOf(name: string): string {
  if (IN_VES.test(name)) return name.replace(/fe?$/, 'ves');
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, 'ies');
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

/** 'a', 'a and b', 'a, b and c'. */
export function listed(names: readonly string[], last = 'and'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}

/** As a literal in TypeScript and in SQL; names and values hold no quotes. */
export const quoted = (text: string): string => `'${text}'`;

export const quotedList = (names: readonly string[]): string => names.map(quoted).join(', ');

/** Words that JavaScript keeps for itself, or that the written files import under the same name. */
const RESERVED_BY_FILES = new Set(
  (
    'abstract any arguments as async await boolean break case catch class const continue debugger default delete do else enum eval export extends false finally ' +
    'for function get if implements import in instanceof interface let new null object of package private protected public return set static string super ' +
    'switch this throw true try type typeof undefined var void while with yield ' +
    'access acts actor array astro body can choice contact-number count created database date email endpoint entered entity error export-list expect fields ' +
    'form form-choices form-post company initial instant integer list list-acts list-answer list-page locals long-text map math money number page page-param params ' +
    'percent promise quantity query read-row record record-acts record-form record-list reference refusal row-of seen seen-of staff staff-page store test text unit-price'
  ).split(' '),
);

export function isReservedByFiles(name: string): boolean {
  return RESERVED_BY_FILES.has(name);
}

/** Words that PostgreSQL takes for no column or table without quotes. */
const RESERVED_IN_SQL = new Set(
  (
    'all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column concurrently constraint create ' +
    'cross current_catalog current_date current_role current_schema current_time current_timestamp current_user default deferrable desc distinct do else end ' +
    'except false fetch for foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit ' +
    'localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right select session_user ' +
    'similar some symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when where window with'
  ).split(' '),
);

export function isReservedInSql(name: string): boolean {
  return RESERVED_IN_SQL.has(snake(name));
}
