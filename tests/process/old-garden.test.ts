import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APP_ROLE } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { emptyDatabase, migrationsFolder } from '#tests/support/database.ts';

// A database of 22 November 2026, before documents had a machinery of their own, in which people had worked: its backup is
// restored and brought up to date by the migrations that came since. What is under test is loaded after its address is known.
const archive = fileURLToPath(new URL('old-gardens/2026-11-22-first-documents.tar', import.meta.url));
const database = await emptyDatabase();
process.env.DATABASE_URL = database.url;
process.env.DATABASE_OWNER_URL = database.ownerUrl;

const { verifyArchive } = await import('#lib/process/backup/archive-reading.server.ts');
const { restoreBackup } = await import('#lib/process/backup/restore.server.ts');
const { db, pool } = await import('#lib/process/database/database.server.ts');
const { actorNamed } = await import('#db/seed/builders.ts');
await import('#lib/modules.server.ts');
const { verifyLog } = await import('#lib/activity/verification.server.ts');
const { publicActor } = await import('#lib/values/actor.ts');
const { listComments } = await import('#lib/on-records/comments.server.ts');
const { readDocument } = await import('#lib/documents/reading.server.ts');
const { verifyPrint } = await import('#lib/documents/prints/verify-print.server.ts');
const { stopDocuments } = await import('#lib/process/typst/renderer.server.ts');
const { purchaseRequestLife } = await import('#lib/purchasing/purchase-request/life.server.ts');
const { updatePurchaseRequest } = await import('#lib/purchasing/purchase-request/writing.server.ts');
const { userRequestLife } = await import('#lib/directory/user-request/life.server.ts');

const BENCHES = 'PR-SWG-2026-00013';
let manifest: Awaited<ReturnType<typeof verifyArchive>>;

beforeAll(async () => {
  manifest = await verifyArchive(archive);
  const where = 'the database of a test';
  const { ownerUrl } = database;
  await restoreBackup({ from: archive, manifest, where, ownerUrl, appRole: APP_ROLE, folder: migrationsFolder });
});
afterAll(async () => {
  await stopDocuments();
  await pool.end();
  await database.drop();
});

const requestNamed = async (title: string) =>
  db.selectFrom('purchaseRequests').selectAll().where('title', '=', title).executeTakeFirstOrThrow();

describe('a database of the version before', () => {
  test('loses no row of any table', async () => {
    const found: Record<string, number> = {};
    for (const { name } of manifest.tables) {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(db);
      found[name] = rows[0]!.count;
    }
    const { schema_migrations: _then, ...promised } = Object.fromEntries(
      manifest.tables.map(({ name, rows }) => [name, rows]),
    );
    const { schema_migrations: _now, ...standing } = found;
    const { role_permissions: rights, role_versions: versions } = promised;
    const { mail_boxes: copies, mail_messages: mails, mail_threads: threads } = promised;
    expect(standing).toEqual({
      ...promised,
      // Making links became a right of its own: four of them given to three roles, each with a version.
      role_permissions: rights! + 4,
      role_versions: versions! + 3,
      // Notifications left the mailbox, where each had a copy.
      mail_boxes: copies! - 30,
      mail_messages: mails! - 30,
      mail_threads: threads! - 30,
    });
    expect(promised['purchase_requests']).toBe(17);
  });

  test('has in the mailbox what people wrote, and all of it', async () => {
    const { rows } = await sql`select count(*)::int as mails, count(distinct from_user_id)::int > 1 as of_several,
      bool_and(body_text <> '') as with_words from mail_messages`.execute(db);
    expect(rows).toEqual([{ mails: 8, ofSeveral: true, withWords: true }]);
  });

  test('lets whoever could change requests publish their prints, as far as before, and nobody else', async () => {
    const { rows } = await sql`select r.code, p.action, p.condition,
      (select v.permissions from role_versions v where v.role_id = r.id order by v.number desc limit 1)
        @> jsonb_build_array(jsonb_build_object('subject', p.subject, 'action', p.action, 'condition', p.condition)) as noted
      from role_permissions p join roles r on r.id = p.role_id
      where p.subject = 'PurchaseRequest' and p.action like '%publish' order by r.code, p.action`.execute(db);
    expect(rows).toEqual([
      { code: 'ADMINISTRATOR', action: 'my-request-publish', condition: 'none', noted: true },
      { code: 'ADMINISTRATOR', action: 'publish', condition: 'none', noted: true },
      { code: 'PURCHASING-MANAGER', action: 'publish', condition: 'none', noted: true },
      { code: 'STAFF', action: 'my-request-publish', condition: 'none', noted: true },
    ]);
  });

  test('shows Hannah what she had asked for, with its items, its comment and who decided', async () => {
    const hannah = await actorNamed('requester');
    const { id } = await requestNamed('Benches of the old garden');
    const read = await readDocument(hannah, purchaseRequestLife, id);
    expect(read).toMatchObject({
      number: BENCHES,
      status: 'pending-budget',
      onHold: false,
      lines: [
        { lineNo: 1, description: 'Bench, teak', quantity: 2 },
        { lineNo: 2, description: 'Cushion', quantity: 4 },
      ],
    });
    expect((await listComments(hannah, 'purchase-request', id)).items).toMatchObject([
      { text: 'Two benches for the waiting room.' },
    ]);
  });

  test('still vouches for the form that was printed then', async () => {
    const { code } = await db.selectFrom('printVersions').select('code').executeTakeFirstOrThrow();
    const visitor = publicActor({ requestId: 'test', ip: '203.0.113.7', userAgent: null });
    expect(await verifyPrint(visitor, code, 'en')).toMatchObject({ number: BENCHES, verdict: 'unchanged' });
  });

  test('lets a draft of then be changed by its lines, sent and decided', async () => {
    const hannah = await actorNamed('requester');
    const { id, version } = await requestNamed('Benches, a draft');
    const { lines } = await readDocument(hannah, purchaseRequestLife, id);
    const [bench, cushion] = lines as { id: string }[];
    const changed = await updatePurchaseRequest(hannah, { id, version }, {
      lines: [{ ...bench, quantity: 3 }, cushion],
    } as never);
    const sent = await purchaseRequestLife.submit(hannah, { id, version: changed.version }, {});
    expect(sent).toMatchObject({ status: 'pending-approval', number: 'PR-SWG-2026-00015' });
    const after = await readDocument(hannah, purchaseRequestLife, id);
    expect((after.lines as { id: string }[]).map((line) => line.id)).toEqual([bench!.id, cushion!.id]);
    const approver = await actorNamed('approver');
    const approved = await purchaseRequestLife.approve(approver, { id, version: sent.version }, {});
    expect(approved.status).toBe('pending-budget');
  });

  test('lets what waited for somebody be decided now', async () => {
    const waiting = await db
      .selectFrom('approvalTasks')
      .innerJoin('approvalInstances', 'approvalInstances.id', 'approvalTasks.instanceId')
      .innerJoin('users', 'users.id', 'approvalTasks.assigneeId')
      .select(['users.username', 'approvalInstances.docId', 'approvalInstances.docType'])
      .where('approvalTasks.status', '=', 'pending')
      .where('approvalInstances.status', '=', 'running')
      .where('approvalInstances.docType', '=', 'UR')
      .executeTakeFirstOrThrow();
    const decider = await actorNamed(waiting.username as string);
    const { version } = await db
      .selectFrom('userRequests')
      .select('version')
      .where('id', '=', waiting.docId)
      .executeTakeFirstOrThrow();
    const seen = { id: waiting.docId as string, version };
    const returned = await userRequestLife.return(decider, seen, { comment: 'Which department?' });
    expect(returned.status).toBe('returned');
  });

  test('proves its log to the last entry, what was done here included', async () => {
    expect(await verifyLog()).toMatchObject({ brokenDay: null, brokenSeq: null });
  });
});
