/** `npm test`: types, lint, tests on PostgreSQL, the build, and the built product in a browser; ends with the sum. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { browserPathOrInstall } from '#tests/support/browser-path.ts';
import { buildIfNeeded } from './build-if-needed.ts';
import { root, run } from './run.ts';

interface Count {
  passed: number;
  failed: number;
}

const reports = mkdtempSync(join(tmpdir(), 'garden-reports-'));
const vitestReport = join(reports, 'vitest.json');
const browserReport = join(reports, 'playwright.json');

await run(async () => {
  const counts = [
    await one('Types', () => tool('astro', ['check', '--minimumSeverity', 'error'])),
    await one('Lint', () => tool('oxlint', ['--deny-warnings'])),
    await many(
      'Tests',
      () => tool('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`]),
      fromVitest,
    ),
    await one('Build', () => built()),
    await many('Browser', () => browser(), fromPlaywright),
  ];
  rmSync(reports, { recursive: true });
  const passed = sum(counts, 'passed');
  const failed = sum(counts, 'failed');
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
});

/** A step that is right or wrong as a whole. */
async function one(title: string, step: () => Promise<boolean>): Promise<Count> {
  const right = await titled(title, step);
  return { passed: right ? 1 : 0, failed: right ? 0 : 1 };
}

/** A runner of many tests. One that crashed, or ran nothing, has failed even if its report names no failure. */
async function many(title: string, runner: () => Promise<boolean>, count: () => Count): Promise<Count> {
  const right = await titled(title, runner);
  const counted = countOrNothing(count);
  const silent = counted.failed === 0 && (!right || counted.passed === 0);
  if (silent) console.error(`${title}: the runner failed without a failed test, or ran none.`);
  return silent ? { ...counted, failed: 1 } : counted;
}

async function titled(title: string, step: () => Promise<boolean>): Promise<boolean> {
  console.log(`\n── ${title}`);
  try {
    return await step();
  } catch (error) {
    console.error((error as Error).message);
    return false;
  }
}

function tool(name: string, args: string[], environment: Record<string, string> = {}): Promise<boolean> {
  const bin = join(root, 'node_modules/.bin');
  const env = {
    ...process.env,
    ...environment,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  const child = spawn(join(bin, name), args, { cwd: root, stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

async function built(): Promise<boolean> {
  await buildIfNeeded(console.log);
  return true;
}

function browser(): Promise<boolean> {
  const CHROMIUM_PATH = browserPathOrInstall();
  const environment = { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport };
  return tool('playwright', ['test', '--reporter=dot,json'], environment);
}

function fromVitest(): Count {
  const report = JSON.parse(readFileSync(vitestReport, 'utf8'));
  // A file that could not be loaded fails without a test in it.
  const broken = report.testResults.filter((file: { status: string; assertionResults: unknown[] }) => {
    return file.status === 'failed' && file.assertionResults.length === 0;
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
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
