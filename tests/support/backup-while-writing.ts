/**
 * Backs up an installation while two tables are always written together, and prints how many rows of each are in the
 * backup.
 */
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { execFileSync } from 'node:child_process';
import { readConfig } from '#lib/process/config/config.server.ts';
import { openDatabase } from '#lib/process/database/app-database.server.ts';

const settings = readConfig(process.env);
const database = await openDatabase(settings, 'a test');
const { sql } = await import('kysely');
const { db, pool, transaction } = await import('#lib/process/database/database.server.ts');
const { makeBackup } = await import('#lib/process/backup/backup.server.ts');

// A row for the chat-bot (read first, by its name) is always written with one of the settings (read much later).
let written = 0;
let isDone = false;
const user = await sql<{
  id: string;
}>`insert into users (id, username, full_name, email, status) values (gen_random_uuid(), 'mei', 'Mei Lim', 'mei@garden.example', 'active') returning id`.execute(
  db,
);
const writing = (async () => {
  for (; !isDone; written += 1) {
    await transaction(async (tx) => {
      await sql`insert into activity_forgotten (id, before_day, entries) values (gen_random_uuid(), '2001-01-01', 1)`.execute(
        tx,
      );
      await sql`insert into notifications (id, user_id, event, key, link, in_app, is_task, in_digest) values (gen_random_uuid(), ${user.rows[0]!.id}, 'test', ${`test:${written}`}, '/', true, false, false)`.execute(
        tx,
      );
    });
  }
})();
while (written < 5) await new Promise((resolve) => setTimeout(resolve, 5));
const target = join(settings.dataDir, 'while-writing.tar');
await makeBackup({ databaseUrl: process.env.DATABASE_URL!, target });
isDone = true;
await writing;
const rows = (table: string) =>
  gunzipSync(execFileSync('tar', ['-xOf', target, `database/${table}.copy.gz`], { maxBuffer: 2 ** 28 }))
    .toString()
    .split('\n').length - 1;
console.log(JSON.stringify({ written, pairs: [rows('activity_forgotten'), rows('notifications')] }));
await pool.end();
await database.stop();
