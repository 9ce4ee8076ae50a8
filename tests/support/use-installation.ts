/** Does what people do on the installation in DATA_DIR, and prints the results, for tests of restored installations. */
import { readConfig } from '#lib/process/config/config.server.ts';
import { openDatabase } from '#lib/process/database/app-database.server.ts';

const database = await openDatabase(readConfig(process.env), 'a test');
const { sql } = await import('kysely');
const { db, pool, transaction } = await import('#lib/process/database/database.server.ts');
const { signIn } = await import('#lib/access/sign-in/sign-in.server.ts');
const { verifyLog } = await import('#lib/activity/verification.server.ts');
const { checkContinuity } = await import('#lib/numbering/gaps.server.ts');
const { issueNumber } = await import('#lib/numbering/numbering.server.ts');
const { unseal } = await import('#lib/process/config/sealed.server.ts');

const before = await entries();
const { userData } = await signIn(
  { username: 'admin', password: 'garden-demo-2026', rememberMe: false },
  { requestId: 'test', ip: '127.0.0.1', userAgent: null },
);
const { missing } = await checkContinuity();
const { brokenDay } = await verifyLog();
const { rows: drafts } = await sql<{
  userId: string;
  data: { sealed: string[] };
}>`select user_id, data from drafts where place = '/sealed'`.execute(db);
const { rows: series } = await sql<{
  docType: string;
  businessEntityId: string;
  nextValue: number;
  id: string;
}>`select * from number_series order by next_value desc limit 1`.execute(db);
const { docType, businessEntityId, nextValue } = series[0]!;
const { rows: documents } = await sql<{ id: string }>`select gen_random_uuid() as id`.execute(db);
const number = await transaction((tx) => issueNumber(tx, docType as never, businessEntityId, documents[0]!.id));
console.log(
  JSON.stringify({
    signedIn: userData.username,
    missing,
    brokenDay,
    opened: unseal(drafts[0]!.data.sealed[0]!, { purpose: 'test', owner: drafts[0]!.userId })?.toString(),
    isNext: Number(/(\d+)$/.exec(number)![1]) === nextValue,
    appended: (await entries()) > before,
  }),
);
await pool.end();
await database.stop();

async function entries(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from activity_log`.execute(db);
  return rows[0]!.count;
}
