import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { actionsOf } from '#lib/values/rights-catalogue.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { knownTables, type Known } from './known.ts';
import { cataloguePart, modules } from './modules.ts';
import type { Wish } from './wish.ts';

/** Refuses what cannot stand beside what there is already: names, subject, references. */
export function check(wish: Wish, known: ReadonlyMap<string, Known>, root: string): void {
  const { name, plural, table } = wish;
  const same = known.get(name) ?? [...known.values()].find((other) => other.plural === plural);
  if (same) throw refused(`${same.name} exists already, in ${same.file}`);
  if (knownTables(root).has(table))
    throw refused(`A migration makes the table ${table} already: take another --plural`);
  checkSubject(wish);
  for (const field of wish.fields) if (field.to) checkReference(wish, field.name, field.to, field.optional, known);
}

/** Refuses when any of the files is there already. */
export function checkFiles(files: readonly string[], root: string): void {
  const taken = files.filter((file) => existsSync(join(root, file)));
  if (taken.length > 0) throw refused(`These files exist already:\n${taken.map((file) => `  ${file}\n`).join('')}`);
}

function checkSubject({ subject, ownSubject, module }: Wish): void {
  if (ownSubject) return;
  const actions = actionsOf.get(subject);
  if (!actions) {
    throw refused(
      `No rights are known on ${subject}. Add to "${cataloguePart[module]}" in src/lib/values/rights-catalogue.ts\n\n  ${subject}: plain,\n\n` +
        `and its name as access.subjects.${subject} to locales/*/access.json; or leave out --subject, and it gets one of its own`,
    );
  }
  const lacking = ['read', 'create', 'update'].filter((action) => !actions.includes(action));
  if (lacking.length > 0)
    throw refused(
      `The subject ${subject} has no ${lacking.join(', ')} in src/lib/values/rights-catalogue.ts: add it there or take another subject`,
    );
}

function checkReference(
  wish: Wish,
  field: string,
  to: string,
  optional: boolean,
  known: ReadonlyMap<string, Known>,
): void {
  if (to === wish.name) {
    if (!optional)
      throw refused(
        `${field} refers to its own kind, so the first one could never be made: let it be empty with ${field}:reference:${to}?`,
      );
    return;
  }
  const target = known.get(to);
  if (!target)
    throw refused(`${field} refers to ${to}, which is not declared. There are ${[...known.keys()].sort().join(', ')}`);
  const place = (module: string) => modules.findIndex((one) => one === module);
  if (place(target.module) > place(wish.module))
    throw refused(
      `${field} refers to ${to} of ${target.module}, which comes after ${wish.module}: a module imports only those before it`,
    );
}

function refused(sentence: string): StartRefused {
  return new StartRefused(`${sentence.trimEnd()}${/[.\n]$/.test(sentence) ? '\n' : '. '}Nothing was written.`);
}
