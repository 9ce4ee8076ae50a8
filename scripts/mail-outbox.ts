/** `npm run mail:outbox`: the unsent mails, oldest first, so that links in them can be passed on. */
import { formatInstant } from '#lib/values/time.ts';
import { readConfig } from '#lib/process/config/config.server.ts';
import { reachDatabase } from './reach-database.ts';
import { run } from './run.ts';

await run(async () => {
  const stop = await reachDatabase(readConfig(process.env), 'npm run mail:outbox');
  try {
    await list();
  } finally {
    await stop();
  }
});

async function list(): Promise<void> {
  const { unsentMails } = await import('#lib/process/mail/outbox.server.ts');
  const { pool } = await import('#lib/process/database/database.server.ts');
  const mails = await unsentMails().finally(() => pool.end());
  for (const { toAddress, subject, bodyText, createdAt, attempts, lastError } of mails.toReversed()) {
    const tried = attempts > 0 ? `\n  tried ${attempts} times: ${lastError ?? ''}` : '';
    console.log(
      `${formatInstant(createdAt)}  ${toAddress}\n  ${subject}${tried}\n\n${bodyText.replaceAll(/^/gm, '    ')}\n`,
    );
  }
  console.log(mails.length === 0 ? 'Every mail has been sent.' : `${mails.length} not sent.`);
}
