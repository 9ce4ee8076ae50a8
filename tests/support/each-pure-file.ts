import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

// An unreachable database: a test that needs one belongs to the database project (vitest.config.ts).
const dataDir = mkdtempSync(join(tmpdir(), 'garden-test-'));
process.env.DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
process.env.DATABASE_OWNER_URL = process.env.DATABASE_URL;
process.env.DATA_DIR = dataDir;
process.env.APP_SECRET = 'a secret for tests, of at least 32 characters';

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
