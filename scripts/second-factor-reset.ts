/** `npm run second-factor:reset -- --username mei`: for a person who has lost it and whom nobody else can help. */
import { parseArgs } from 'node:util';
import { Refusal } from '#lib/values/refusal.ts';
import { readConfig } from '#lib/process/config/config.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { reachDatabase } from './reach-database.ts';
import { refusalSentence } from './refusal-sentence.ts';
import { run } from './run.ts';

const USAGE = 'Use it as: npm run second-factor:reset -- --username mei';

await run(async () => {
  const username = readUsername();
  const stop = await reachDatabase(readConfig(process.env), 'npm run second-factor:reset');
  try {
    await reset(username);
    console.log(`${username} signs in with the password alone, until a new second factor is set up.`);
  } finally {
    await stop();
  }
});

function readUsername(): string {
  try {
    const { username } = parseArgs({ options: { username: { type: 'string' } } }).values;
    if (username) return username.toLowerCase();
  } catch (error) {
    throw new StartRefused(`${(error as Error).message}\n${USAGE}`);
  }
  throw new StartRefused(USAGE);
}

async function reset(username: string): Promise<void> {
  const { systemActor } = await import('#lib/values/actor.ts');
  const { resetSecondFactorOf } = await import('#lib/access/second-factor/reset-second-factor.server.ts');
  const { db, pool } = await import('#lib/process/database/database.server.ts');
  try {
    const person = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst();
    await resetSecondFactorOf(systemActor('second-factor:reset'), person?.id ?? '');
  } catch (error) {
    throw error instanceof Refusal ? new StartRefused(await refusalSentence(error)) : error;
  } finally {
    await pool.end();
  }
}
