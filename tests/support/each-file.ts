import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { freshDatabase } from './database.ts';

// Before any module under test reads its settings: each file has a database and a data directory of its own.
const database = await freshDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'garden-test-'));
process.env.DATABASE_URL = database.url;
process.env.DATABASE_OWNER_URL = database.ownerUrl;
process.env.DATA_DIR = dataDir;
process.env.APP_SECRET = 'a secret for tests, of at least 32 characters';

afterAll(async () => {
  // A print that is stored after the commit would still write into the directory.
  const { afterWorkDone } = await import('#lib/process/database/after-commit.server.ts');
  await afterWorkDone();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
