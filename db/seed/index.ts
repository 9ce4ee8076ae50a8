import { sql } from 'kysely';
import { verifyLog } from '#lib/activity/verification.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { DEMONSTRATION_STARTED as STARTED } from '#lib/process/mail/invented-people.server.ts';
import { jsonText } from '#lib/process/database/table.ts';
import { buildAccounts } from './accounts.ts';
import { buildCompany, type Company } from './builders.ts';
import { buildExamples } from './examples.ts';
import { buildDashboards } from './dashboards.ts';
import { seedFoundations } from './foundations.ts';
import { buildMails } from './mails.ts';
import { buildRequests } from './requests.ts';
import { playYear } from './year/play.ts';

export { seedFoundations } from './foundations.ts';

const FINISHED = 'demonstration.finished';

/**
 * Fills an empty database with demonstration data. A database with people of its own is left alone; an interrupted seed
 * is completed. With `year` the company has worked for twelve months before today (`year/`). Returns whether it did
 * anything.
 */
export async function seedDemonstration({ year = false }: { year?: boolean } = {}): Promise<boolean> {
  if (await marked(FINISHED)) return false;
  const { rows } = await sql`select 1 from users limit 1`.execute(db);
  if (rows.length > 0 && !(await marked(STARTED))) return false;
  if (year) await playYear(buildCompanyFromNothing);
  const company = await buildCompanyFromNothing();
  await buildRequests(company);
  await buildExamples(company);
  await buildMails();
  await buildDashboards();
  await buildAccounts();
  await verifyLog();
  await mark(FINISHED);
  return true;
}

/** The foundations and the company; what exists is left alone. */
async function buildCompanyFromNothing(): Promise<Company> {
  await seedFoundations();
  await mark(STARTED);
  return buildCompany({ addsUp: true });
}

async function marked(name: string): Promise<boolean> {
  return (await db.selectFrom('settings').select('name').where('name', '=', name).executeTakeFirst()) !== undefined;
}

async function mark(name: string): Promise<void> {
  if (!(await marked(name)))
    await db
      .insertInto('settings')
      .values({ name, value: jsonText(true) })
      .execute();
}
