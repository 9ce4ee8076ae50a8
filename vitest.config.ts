import { defineConfig } from 'vitest/config';

/** Ask nothing of a database, and get none: one that asks after all fails at once. */
const PURE = [
  'tests/values/*.test.ts',
  'tests/scripts/*.test.ts',
  'tests/access/{ability,safe-path,totp}.test.ts',
  'tests/conformance/{access,addresses,client-calls,documents,imports,locales,named-files}.test.ts',
  'tests/dashboards/{bands,columns}.test.ts',
  'tests/documents/check-code.test.ts',
  'tests/interface/{menu,parts}.test.ts',
  'tests/islands/*.test.tsx',
  'tests/process/{backup-archive,body,cached-pages,chart,config,i18n,job-schedule}.test.ts',
  'tests/process/{picture-metadata,sealed,spreadsheet}.test.ts',
  'tests/purchasing/purchase-request-form.test.ts',
  'tests/records/{api-document,list-query,urgency}.test.ts',
  'tests/settings/layout-settings.test.ts',
];

/** Wait for disks, processes and clocks more than they reckon: `npm test` runs them beside the browser's. */
const PLATFORM = [
  'tests/documents/new-document.test.ts',
  'tests/process/{backup,embedded-postgres,jobs,migrations,suitable-database,typst}.test.ts',
  'tests/process/{files,file-sweep}-{disk,s3}.test.ts',
  'tests/scripts/new-entity/*.test.ts',
];

const project = (name: string, include: string[], setup: string, globalSetup: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude, setupFiles: [`tests/support/${setup}.ts`], globalSetup },
});
const DATABASE = ['tests/support/global-setup.ts'];

export default defineConfig({
  test: {
    projects: [
      project('pure', PURE, 'each-pure-file', []),
      project('database', ['tests/**/*.test.ts'], 'each-file', DATABASE, [...PURE, ...PLATFORM]),
      project('platform', PLATFORM, 'each-file', DATABASE),
    ],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A busy machine takes longer than a second for what is waited for.
    expect: { poll: { timeout: 10_000 } },
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent', TZ: 'UTC' },
  },
});
