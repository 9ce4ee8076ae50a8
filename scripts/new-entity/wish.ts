import { parseArgs } from 'node:util';
import { actionsOf } from '#lib/values/rights-catalogue.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { readField, type RequestedField } from './wished-field.ts';
import { modules, takenNames, type Module } from './modules.ts';
import { options, shapeNames, type ShapeName } from './options.ts';
import { camel, isReservedByFiles, isReservedInSql, listed, pascal, pluralOf, snake } from './names.ts';

/** What somebody asked for, with every name it is known by. */
export interface Wish {
  shape: ShapeName;
  module: Module;
  /** 'store-shelf' */
  name: string;
  /** 'store-shelves' */
  plural: string;
  /** 'storeShelf', 'storeShelves', 'StoreShelf', 'store_shelves' */
  key: string;
  pluralKey: string;
  type: string;
  table: string;
  subject: string;
  /** The subject is new: the catalogue of rights gets it. */
  ownSubject: boolean;
  /** The action that opens the page of one record. */
  shows: 'show' | 'read';
  /** Each may stand below another: `parentId`. */
  tree: boolean;
  /** It can be imported, and comments and files hang on it. */
  carries: boolean;
  path: string;
  fields: RequestedField[];
  /** The fields that name a record, and the one that no two share. */
  title: string[];
  unique: string;
  /** The options as they were given, for what a shape alone asks. */
  given: Readonly<Record<string, unknown>>;
}

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Reads the words of the command. Throws StartRefused with a sentence for what is wrong; `help` is asked for before. */
export function readRequestedEntity(argv: readonly string[]): Wish {
  const {
    values,
    positionals: [module = '', name = '', ...fieldTexts],
  } = parsed(argv);
  if (takenNames.includes(module))
    throw refused(`A module cannot be called ${module}: src/components or src/islands has a folder of that name.`);
  if (!(modules as readonly string[]).includes(module))
    throw refused(
      `${module ? `There is no module ${module}` : 'Name the module first'}: one of ${listed(modules, 'or')}. A new one takes its place in scripts/new-entity/modules.ts.`,
    );
  const plural = values.plural ?? pluralOf(name);
  checkName(name, plural);
  const asked = fieldTexts.map((text) => readField(text, snake(plural)));
  const called = naming(asked);
  const fields = values.tree ? withParent(asked, called.title, name) : asked;
  const twice = fields.find((field, at) => fields.findIndex((other) => snake(other.name) === snake(field.name)) < at);
  if (twice) throw refused(`The field ${twice.name} is named twice.`);
  const path = values.path ?? `/${module}/${plural}`;
  if (!/^(\/[a-z][a-z0-9-]*){2,4}$/.test(path) || path.startsWith('/api/'))
    throw refused(`${path} is no address of a list: write it like /inventory/store-shelves.`);
  const subject = values.subject ?? pascal(name);
  const ownSubject = values.subject === undefined && !actionsOf.has(subject);
  return {
    shape: shapeNames.find((shape) => shape in values) ?? shapeNames[0],
    module: module as Module,
    name,
    plural,
    key: camel(name),
    pluralKey: camel(plural),
    type: pascal(name),
    table: snake(plural),
    subject,
    ownSubject,
    shows: ownSubject || actionsOf.get(subject)?.includes('show') ? 'show' : 'read',
    path,
    fields,
    ...called,
    tree: values.tree ?? false,
    carries: !values.plain,
    given: values,
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw refused((error as Error).message);
  }
}

function checkName(name: string, plural: string): void {
  if (!name) throw refused('Name the record after the module: store-shelf.');
  for (const word of [name, plural]) {
    if (!KEBAB.test(word) || word.length > 40)
      throw refused(
        `${word} is no name: write it in lower case with hyphens, at most 40 characters, like store-shelf.`,
      );
    if (isReservedByFiles(word) || isReservedInSql(word))
      throw refused(`${word} means something else in the files: take two words, like garden-${name}.`);
  }
  if (camel(plural) === camel(name))
    throw refused(`${name} needs another word for several of them: --plural ${name}-records.`);
}

/** What a record of a tree stands below is asked for right after its name. */
function withParent(fields: readonly RequestedField[], title: readonly string[], name: string): RequestedField[] {
  const at = Math.max(...title.map((one) => fields.findIndex((field) => field.name === one))) + 1;
  return fields.toSpliced(at, 0, { name: 'parentId', kind: 'reference', optional: true, to: name });
}

function naming(fields: readonly RequestedField[]): Pick<Wish, 'title' | 'unique'> {
  const texts = fields.filter(({ kind, optional }) => kind === 'text' && !optional).map(({ name }) => name);
  const called =
    ['name', 'label', 'title'].find((name) => texts.includes(name)) ??
    texts.find((name) => name !== 'code') ??
    texts[0];
  if (!called) throw refused('A record is called by a text that is never empty: give it one, like name:text:100.');
  return texts.includes('code') && called !== 'code'
    ? { title: ['code', called], unique: 'code' }
    : { title: [called], unique: called };
}

function refused(sentence: string): StartRefused {
  return new StartRefused(`${sentence}\nSee npm run new-entity -- --help`);
}
