import type { Field } from '#lib/values/fields.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { kinds } from './kinds.ts';
import { isReservedInSql, listed, snake } from './names.ts';

/** A field as asked for: 'note:long-text:500?'. */
export interface RequestedField extends Pick<Field, 'optional' | 'max' | 'values' | 'to'> {
  name: string;
  kind: string;
}

const BASE = new Set([
  'id',
  'version',
  'status',
  'search',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'titles',
  'seen',
  'act',
  'q',
  'type',
  'sort',
  'page',
  'perPage',
  'cols',
  'density',
  'view',
  'row',
]);
/** PostgreSQL cuts longer names, and `<table>_<field>_check` must keep its own. */
const LONGEST = 63;

/** Reads one field of the table. Throws StartRefused with a sentence for what is wrong. */
export function readField(text: string, table: string): RequestedField {
  const optional = text.endsWith('?');
  const [name = '', kind = '', ...rest] = (optional ? text.slice(0, -1) : text).split(':');
  const known = Object.hasOwn(kinds, kind) ? kinds[kind]! : undefined;
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) throw refused(text, 'a field is named like storeKeeperId');
  if (!known)
    throw refused(
      text,
      `${kind ? `there is no kind ${kind}` : 'it has no kind'}: take one of ${listed(Object.keys(kinds), 'or')}${OWN_TABLE.has(kind) ? '. What needs a table of its own is added by hand afterwards, as in src/lib/directory/department.ts' : ''}`,
    );
  if (BASE.has(name)) throw refused(text, `every record or its pages have ${name} already`);
  if (isReservedInSql(name)) throw refused(text, `${name} means something else to the database: take another word`);
  if (`${table}_${snake(name)}_check`.length > LONGEST) throw refused(text, 'the name is too long for the database');
  if (known.ending && !name.endsWith(known.ending))
    throw refused(text, `the name of a ${kind} ends in ${known.ending}: ${name}${known.ending}`);
  if (kind === 'boolean' && optional) throw refused(text, 'yes or no is never empty: leave out the ?');
  if (kind === 'choice' && name.endsWith('Status'))
    throw refused(text, 'a record has one status, and only its statuses are called so: take another word');
  return { name, kind, optional, ...given(text, known.takes, rest) };
}

const OWN_TABLE = new Set(['references', 'codes', 'rows', 'json']);

function given(
  text: string,
  takes: (typeof kinds)[string]['takes'],
  rest: string[],
): Pick<RequestedField, 'max' | 'values' | 'to'> {
  const [first = ''] = rest;
  if (rest.length > (takes ? 1 : 0)) throw refused(text, `${rest.at(-1)} is too much`);
  if (takes === 'values') return { values: readValues(text, first) };
  if (takes === 'entity') {
    if (!first) throw refused(text, 'say what it refers to: storeKeeperId:reference:user');
    return { to: first };
  }
  if (!takes || (takes === 'max?' && rest.length === 0)) return {};
  if (!/^[1-9]\d{0,8}$/.test(first))
    throw refused(
      text,
      takes === 'max'
        ? 'say how many characters at most: name:text:100'
        : 'say how great at most: heightCm:integer:300',
    );
  return { max: Number(first) };
}

function readValues(text: string, listedValues: string): string[] {
  const values = listedValues.split(',');
  if (values.some((value) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(value)) || new Set(values).size < values.length)
    throw refused(text, 'name the values in lower case, each once: material:choice:steel,light-wood');
  return values;
}

function refused(field: string, reason: string): StartRefused {
  return new StartRefused(`${field}: ${reason}.\nSee npm run new-entity -- --help`);
}
