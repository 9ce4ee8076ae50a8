import { globSync, readFileSync } from 'node:fs';
import { readCatalogue } from '#lib/process/i18n/locale-files.server.ts';
import type { Language } from '#lib/values/languages.ts';

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** Every sentence of a language by its whole key: 'refusals.not-found'. */
export function sentencesOf(language: Language): Map<string, string> {
  const found = new Map<string, string>();
  collect(readCatalogue(language), '', found);
  return found;
}

/** A key as code writes it: without the ending that chooses between singular and plural. */
export function withoutPlural(key: string): string {
  return key.replace(pluralSuffix, '');
}

/** The names of the values in a sentence: 'more than {{rows, quantity}} rows' has 'rows'. */
export function valuesIn(sentence: string): string[] {
  return [...sentence.matchAll(/\{\{-?\s*([\w.]+)/g)].map((match) => match[1]!);
}

/** Keys that the source names in full, each with the files that do; comments do not count. */
export function keysInSource(): Map<string, string[]> {
  const used = new Map<string, string[]>();
  for (const file of globSync('src/**/*.{ts,tsx,astro}')) {
    for (const key of keysIn(withoutComments(file))) used.set(key, [...(used.get(key) ?? []), file]);
  }
  return used;
}

/** Codes with which the source refuses: `whole` is said of a request (refusals), `field` of one entry (validation). */
export function codesInSource(): { whole: Set<string>; field: Set<string> } {
  const code = globSync('src/**/*.{ts,tsx,astro}').map(withoutComments).join('\n');
  return {
    whole: new Set([...code.matchAll(/new Refusal\(\s*'([a-z][a-z-]+)'/g)].map((match) => match[1]!)),
    field: new Set([...code.matchAll(/invalidField\([^;]*?, '([a-z][a-z-]+)'/g)].map((match) => match[1]!)),
  };
}

function keysIn(code: string): string[] {
  const key = String.raw`['"]([a-z][\w-]*(?:\.[\w-]+)+)['"]`;
  const calls = code.matchAll(new RegExp(String.raw`\bt\(\s*${key}`, 'g'));
  const named = code.matchAll(new RegExp(String.raw`\b(?:label|title|section|heading|i18nKey)\s*[:=]\s*${key}`, 'g'));
  return [...calls, ...named].map((match) => match[1]!);
}

function withoutComments(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/^\s*\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function collect(node: unknown, path: string, found: Map<string, string>): void {
  if (typeof node !== 'object' || node === null) {
    found.set(path, typeof node === 'string' ? node : '');
    return;
  }
  for (const [name, child] of Object.entries(node)) collect(child, path === '' ? name : `${path}.${name}`, found);
}
