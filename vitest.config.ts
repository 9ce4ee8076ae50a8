import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/each-file.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A busy machine takes longer than a second for what is waited for.
    expect: { poll: { timeout: 10_000 } },
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent', TZ: 'UTC' },
  },
});
