/**
 * Creates an installation in DATA_DIR with the demonstration people, files, a stored print and a sealed secret, for
 * tests of backups, and exits.
 */
import { readConfig } from '#lib/process/config/config.server.ts';
import { fillWithDemonstration } from '#lib/process/database/demonstration.server.ts';
import { openDatabase } from '#lib/process/database/app-database.server.ts';
import { jsonText } from '#lib/process/database/table.ts';

const database = await openDatabase(readConfig(process.env), 'a test');
await fillWithDemonstration(database, async () => void (await (await import('#db/seed/index.ts')).seedDemonstration()));
const { actorNamed } = await import('#db/seed/builders.ts');
const { db, pool } = await import('#lib/process/database/database.server.ts');
const { addStoredFile } = await import('#lib/process/files/files.server.ts');
const { seal } = await import('#lib/process/config/sealed.server.ts');
const { storePrint } = await import('#lib/documents/prints/stored-prints.server.ts');
const { prf } = await import('#lib/purchasing/purchase-request/prf.server.ts');
const { afterWorkDone } = await import('#lib/process/database/after-commit.server.ts');
const { verifyLog } = await import('#lib/activity/verification.server.ts');

const ann = (await actorNamed('admin'))!;
for (const [name, text] of [
  ['Angebot für 陈美玲.pdf', '梅'],
  ['offer.pdf', 'x'.repeat(300_000)],
] as const)
  await addStoredFile(ann, name, Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF`));
const approved = await db
  .selectFrom('purchaseRequests')
  .select('id')
  .where('status', '=', 'pending-budget')
  .limit(1)
  .executeTakeFirstOrThrow();
await storePrint(prf, approved.id);
const sealed = seal(Buffer.from('sealed in the garden'), { purpose: 'test', owner: ann.id });
await db
  .insertInto('drafts')
  .values({
    userId: ann.id,
    place: '/sealed',
    data: jsonText({ sealed: [sealed], odd: ['tab\t back\\slash \n \\N “quotes” 🪷'] }),
  })
  .execute();
await afterWorkDone();
await verifyLog();
await pool.end();
await database.stop();
