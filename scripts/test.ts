/**
 * `npm test`: types, lint, format and the build, in parallel with the tests on PostgreSQL; then the built app in a
 * browser, in parallel with the platform tests, which mostly wait. Never more than three busy processes. Ends with the
 * totals.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { browserPathOrInstall } from '#tests/support/browser-path.ts';
import { installProxies } from '#tests/support/proxies.ts';
import { buildIfNeeded } from './build-if-needed.ts';
import { root, run } from './run.ts';

interface Count {
  passed: number;
  failed: number;
}

interface Ended {
  right: boolean;
  printed: string;
}

const reports = mkdtempSync(join(tmpdir(), 'garden-reports-'));
const testsReport = join(reports, 'tests.json');
const platformReport = join(reports, 'platform.json');
const browserReport = join(reports, 'playwright.json');

await run(async () => {
  const checked = await Promise.all([
    many('Tests', () => vitest(testsReport, '--project=pure', '--project=database'), fromVitest(testsReport)),
    inTurn([
      () => one('Types', () => tool('astro', ['check', '--minimumSeverity', 'error'])),
      () => one('Lint', () => tool('oxlint', ['--deny-warnings'])),
      () =>
        one('Format', () => tool('prettier', ['--check', '--cache', 'src', 'tests', 'scripts', 'db', '*.{ts,mjs}'])),
      () => one('Build', () => built()),
    ]),
  ]);
  const tried = await Promise.all([
    many('Browser', () => browser(), fromPlaywright),
    many('Platform', () => vitest(platformReport, '--project=platform', '--maxWorkers=1'), fromVitest(platformReport)),
  ]);
  const counts = [...checked, ...tried].flat();
  rmSync(reports, { recursive: true });
  const passed = sum(counts, 'passed');
  const failed = sum(counts, 'failed');
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
});

/** Starts each step when the previous one has ended. */
async function inTurn(steps: (() => Promise<Count>)[]): Promise<Count[]> {
  const counts: Count[] = [];
  for (const step of steps) counts.push(await step());
  return counts;
}

/** A step that passes or fails as a whole. */
async function one(title: string, step: () => Promise<Ended>): Promise<Count> {
  const right = await titled(title, step);
  return { passed: right ? 1 : 0, failed: right ? 0 : 1 };
}

/** A test runner. One that crashed, or ran nothing, has failed even if its report contains no failure. */
async function many(title: string, runner: () => Promise<Ended>, count: () => Count): Promise<Count> {
  const right = await titled(title, runner);
  const counted = countOrNothing(count);
  const silent = counted.failed === 0 && (!right || counted.passed === 0);
  if (silent) console.error(`${title}: the runner failed without a failed test, or ran none.`);
  return silent ? { ...counted, failed: 1 } : counted;
}

/** A step's output is printed after its name, when it has ended: others run in parallel. */
async function titled(title: string, step: () => Promise<Ended>): Promise<boolean> {
  console.log(`── ${title} …`);
  const began = Date.now();
  const { right, printed } = await step().catch((error: Error): Ended => ({ right: false, printed: error.message }));
  console.log(`\n── ${title}, ${Math.round((Date.now() - began) / 1_000)} s\n${printed.trim()}`);
  return right;
}

function tool(name: string, args: string[], environment: Record<string, string> = {}): Promise<Ended> {
  const bin = join(root, 'node_modules/.bin');
  const env = {
    ...process.env,
    ...environment,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  const child = spawn(join(bin, name), args, { cwd: root, stdio: ['inherit', 'pipe', 'pipe'], env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ right: code === 0, printed }));
  });
}

async function built(): Promise<Ended> {
  const printed: string[] = [];
  await buildIfNeeded((sentence) => printed.push(sentence));
  return { right: true, printed: printed.join('\n') };
}

function vitest(report: string, ...args: string[]): Promise<Ended> {
  return tool('vitest', ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]);
}

function browser(): Promise<Ended> {
  const CHROMIUM_PATH = browserPathOrInstall();
  installProxies();
  const environment = { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport };
  return tool('playwright', ['test', '--reporter=dot,json'], environment);
}

function fromVitest(path: string): () => Count {
  return () => {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    // A file that could not be loaded fails without a test in it.
    const broken = report.testResults.filter((file: { status: string; assertionResults: unknown[] }) => {
      return file.status === 'failed' && file.assertionResults.length === 0;
    });
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
  };
}

function fromPlaywright(): Count {
  const { stats } = JSON.parse(readFileSync(browserReport, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

function countOrNothing(count: () => Count): Count {
  try {
    return count();
  } catch {
    return { passed: 0, failed: 0 };
  }
}

function sum(counts: Count[], key: keyof Count): number {
  return counts.reduce((total, count) => total + count[key], 0);
}
