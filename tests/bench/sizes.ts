import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { clientFolder } from '#scripts/build-if-needed.ts';
import type { Measured } from './report.ts';

const KB = 1024;

/** Bytes the browser is sent, compressed: the stylesheet, and the scripts of the form island with all they import. */
export async function sizes(): Promise<Measured[]> {
  const files = readdirSync(join(clientFolder, '_astro'));
  const css = files.filter((name) => name.endsWith('.css')).reduce((sum, name) => sum + compressed(name), 0);
  const form = files.find((name) => /^PurchaseRequestForm\..*\.js$/.test(name));
  const client = files.find((name) => /^client\..*\.js$/.test(name));
  const island = form ? reached([form, ...(client ? [client] : [])]) : new Set<string>();
  return [
    { what: 'stylesheet of the whole site', measured: css / KB, allowed: 16, unit: 'KB compressed' },
    ...(form ? [{ what: 'purchase request form with React', measured: [...island].reduce((sum, name) => sum + compressed(name), 0) / KB, allowed: 110, unit: 'KB compressed' }] : []),
  ];
}

function compressed(name: string): number {
  return gzipSync(readFileSync(join(clientFolder, '_astro', name)), { level: 9 }).length;
}

/** The scripts and everything they import at once; what they load later does not count. */
function reached(names: string[], known = new Set<string>()): Set<string> {
  for (const name of names) {
    if (known.has(name)) continue;
    known.add(name);
    const text = readFileSync(join(clientFolder, '_astro', name), 'utf8');
    const imported = [...text.matchAll(/(?:import|from)\s*["']\.\/([^"']+\.js)["']/g)].map(([, file]) => file!);
    reached(imported, known);
  }
  return known;
}
