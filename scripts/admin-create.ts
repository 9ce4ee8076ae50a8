/** `npm run admin:create -- --username mei --email mei@garden.example --name "Mei Lim"`: the first administrator. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { Refusal } from '#lib/values/refusal.ts';
import { readConfig } from '#lib/process/config/config.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { reachDatabase } from './reach-database.ts';
import { refusalSentence } from './refusal-sentence.ts';
import { run } from './run.ts';

const USAGE = 'Use it as: npm run admin:create -- --username mei --email mei@garden.example --name "Mei Lim"';

await run(async () => {
  const person = readPerson();
  const settings = readConfig(process.env);
  const password = process.env.GARDEN_ADMIN_PASSWORD || (await askPassword());
  const stop = await reachDatabase(settings, 'npm run admin:create');
  try {
    await create({ ...person, password });
    console.log(`${person.fullName} may now sign in as ${person.username} at ${settings.publicOrigin}/login.`);
  } finally {
    await stop();
  }
});

function readPerson(): { username: string; email: string; fullName: string } {
  const options = { username: { type: 'string' }, email: { type: 'string' }, name: { type: 'string' } } as const;
  try {
    const { username, email, name } = parseArgs({ options }).values;
    if (username && email && name) return { username, email, fullName: name };
  } catch (error) {
    throw new StartRefused(`${(error as Error).message}\n${USAGE}`);
  }
  throw new StartRefused(USAGE);
}

/** From a terminal without echo, else the first line of standard input. */
async function askPassword(): Promise<string> {
  const { stdin, stdout } = process;
  if (stdin.isTTY) stdout.write('Password: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: stdin.isTTY ? silent : undefined, terminal: stdin.isTTY });
  for await (const line of lines) {
    lines.close();
    if (stdin.isTTY) stdout.write('\n');
    return line;
  }
  throw new StartRefused('No password was given: type it, or set GARDEN_ADMIN_PASSWORD.');
}

async function create(person: { username: string; email: string; fullName: string; password: string }): Promise<void> {
  const { createFirstAdministrator } = await import('#lib/directory/first-administrator.server.ts');
  const { pool } = await import('#lib/process/database/database.server.ts');
  try {
    await createFirstAdministrator(person);
  } catch (error) {
    throw error instanceof Refusal ? new StartRefused(await refusalSentence(error)) : error;
  } finally {
    await pool.end();
  }
}
