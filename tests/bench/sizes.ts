import { readFileSync, readdirSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { clientFolder } from '#scripts/build-if-needed.ts';
import type { BenchApp } from './app.ts';
import type { Measured } from './report.ts';

const KB = 1024;
const REQUESTS = '/purchasing/purchase-requests';

/**
 * Compressed bytes sent to the browser: the styles of the heaviest pages, and the scripts of the form island with all
 * their imports.
 */
export async function sizes(bench: BenchApp): Promise<Measured[]> {
  const headers = { cookie: await bench.cookieOf('admin') };
  const {
    rows: [request],
  } = await bench.owner.query<{ id: string }>(
    `select id from purchase_requests where status = 'pending-budget' limit 1`,
  );
  const {
    rows: [role],
  } = await bench.owner.query<{ id: string }>('select id from roles limit 1');
  const {
    rows: [paper],
  } = await bench.owner.query<{ code: string }>('select code from print_versions limit 1');
  const staff = [
    `${REQUESTS}/all-requests`,
    `${REQUESTS}/${request!.id}/show`,
    `${REQUESTS}/prf/${request!.id}/preview`,
    `${REQUESTS}/new/create`,
    `/directory/roles/${role!.id}/edit`,
    '/approvals',
  ];
  const visitors = ['/login', '/register', '/page-not-found', ...(paper ? [`/verify/${paper.code}`] : [])];
  const form = readdirSync(join(clientFolder, '_astro')).filter((name) =>
    /^(PurchaseRequestForm|client)\..*\.js$/.test(name),
  );
  return [
    {
      what: 'styles of the staff page that has most',
      measured: await most(bench, staff, headers),
      allowed: 16,
      unit: 'KB compressed',
    },
    {
      what: 'styles of the public page that has most',
      measured: await most(bench, visitors, {}),
      allowed: 15,
      unit: 'KB compressed',
    },
    {
      what: 'purchase request form with React',
      measured: [...reached(form)].reduce((sum, name) => sum + compressed(name), 0) / KB,
      allowed: 110,
      unit: 'KB compressed',
    },
  ];
}

async function most(bench: BenchApp, paths: readonly string[], headers: Record<string, string>): Promise<number> {
  const each = await Promise.all(paths.map((path) => stylesOf(bench, path, headers)));
  return Math.max(...each);
}

/** What a page links, as a browser is sent it, and contains, in KB. */
async function stylesOf({ origin }: BenchApp, path: string, headers: Record<string, string>): Promise<number> {
  const page = await (await fetch(origin + path, { headers, redirect: 'error' })).text();
  const linked = await Promise.all(
    [...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => sentBytes(origin + href!)),
  );
  const inline = [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => packed(Buffer.from(text!)));
  return [...linked, ...inline].reduce((sum, bytes) => sum + bytes, 0) / KB;
}

/** The bytes of an answer to a browser that takes every encoding. */
function sentBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

const packed = (bytes: Buffer): number => gzipSync(bytes, { level: 9 }).length;

function compressed(name: string): number {
  return packed(readFileSync(join(clientFolder, '_astro', name)));
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
