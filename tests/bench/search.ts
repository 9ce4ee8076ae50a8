import type { BenchApp } from './app.ts';
import { times } from './load.ts';
import { median, type Measured } from './report.ts';

/**
 * Search words of every kind: rare, common, in two letters, in Chinese, a number, a telephone number, and one without
 * any match.
 */
const ASKED = ['plaques', 'bench', 're', '陈', 'PR-BENCH-777123', '6123 4511', 'zzxqv'];
const ALLOWED_MS = 500;

/** The global search over 1,000,000 requests (created by `list`): the slowest of several kinds of words. */
export async function search(bench: BenchApp): Promise<Measured[]> {
  const headers = { cookie: await bench.cookieOf('finance') };
  const taken: [string, number][] = [];
  for (const q of ASKED) {
    const address = `${bench.origin}/api/search?${new URLSearchParams({ q })}`;
    await times(address, 2, headers);
    taken.push([q, median(await times(address, 7, headers))]);
  }
  const [word, slowest] = taken.toSorted(([, a], [, b]) => b - a)[0]!;
  return [
    {
      what: `search beside 1,000,000 requests, the slowest of ${ASKED.length} (“${word}”)`,
      measured: slowest,
      allowed: ALLOWED_MS,
      unit: 'ms',
    },
  ];
}
