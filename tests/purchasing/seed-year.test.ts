import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { seedDemonstration } from '#db/seed/index.ts';
import { checkChain } from '#lib/activity/log-chain.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { workingTime } from '#lib/settings/working-time.server.ts';
import { addDays, dateOf, today } from '#lib/values/time.ts';
import { worksOn } from '#lib/values/working-hours.server.ts';

beforeAll(async () => {
  expect(await seedDemonstration({ year: true })).toBe(true);
}, 300_000);

test('requests are spread over the twelve months before today, with every end', async () => {
  const { rows } = await sql<{ month: string; count: number }>`
    select to_char(created_at at time zone 'Asia/Singapore', 'YYYY-MM') as month, count(*)::int as count from purchase_requests group by 1 order by 1`.execute(
    db,
  );
  expect(rows.length).toBeGreaterThanOrEqual(12);
  expect(rows[0]!.month).toBe(addDays(today(), -366).slice(0, 7));
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(90);
  expect(Math.min(...rows.slice(1, -1).map(({ count }) => count))).toBeGreaterThan(5);
  const ends = await db.selectFrom('purchaseRequests').select('status').distinct().execute();
  expect(ends.map(({ status }) => status).sort()).toEqual([
    'cancelled',
    'draft',
    'pending-approval',
    'pending-budget',
    'rejected',
    'returned',
  ]);
});

test('each year has its own numbers, without a gap, in the order of sending', async () => {
  const { rows } = await sql<{ year: number; count: number; last: number; inOrder: boolean; ownYear: boolean }>`
    select s.year, count(*)::int as count, max(i.value)::int as last,
      bool_and(extract(year from i.issued_at at time zone 'Asia/Singapore') = s.year) as own_year,
      array_agg(i.value order by i.value) = array_agg(i.value order by i.issued_at, i.value) as in_order
    from issued_numbers i join number_series s on s.id = i.series_id where i.doc_type = 'PR' group by s.id, s.year order by s.year`.execute(
    db,
  );
  expect(rows.map(({ year }) => year)).toEqual([
    ...new Set([addDays(today(), -366), today()].map((d) => Number(d.slice(0, 4)))),
  ]);
  for (const { count, last, inOrder, ownYear } of rows)
    expect({ last, inOrder, ownYear }).toEqual({ last: count, inOrder: true, ownYear: true });
});

test('nothing is decided before it is sent, nothing before today on a day on which nobody works', async () => {
  const { rows } = await sql<{ created: string; sent: string; opened: string; decided: string | null }>`
    select r.created_at as created, i.started_at as sent, t.opened_at as opened, t.decided_at as decided
    from approval_tasks t join approval_instances i on i.id = t.instance_id join purchase_requests r on r.id = t.doc_id`.execute(
    db,
  );
  const working = await workingTime();
  expect(rows.length).toBeGreaterThan(120);
  for (const row of rows) {
    const [created, sent, opened, decided] = [row.created, row.sent, row.opened, row.decided ?? row.opened].map((at) =>
      Date.parse(at),
    ) as [number, number, number, number];
    expect(created <= sent && sent <= opened && opened <= decided).toBe(true);
    if (row.decided && dateOf(row.decided) < today())
      expect(worksOn(dateOf(row.decided), working), row.decided).toBe(true);
  }
});

test('every request costs the sum of its lines, to the cent', async () => {
  const { rows } = await sql`
    select r.number from purchase_requests r join purchase_request_lines l on l.purchase_request_id = r.id
    group by r.id having r.estimated_net_cents <> sum(l.net_cents)`.execute(db);
  expect(rows).toEqual([]);
});

test('the log runs forward through the year, each day an unbroken chain', async () => {
  // Today's entries are written by several operations beside each other, with the machine's time.
  const { rows } = await sql<{ backwards: number; days: string[] }>`
    select count(*) filter (where occurred_at < before and day < ${today()})::int as backwards, array_agg(distinct day::text order by day::text) as days
    from (select day, occurred_at, lag(occurred_at) over (order by seq) as before from activity_log) entries`.execute(
    db,
  );
  expect(rows[0]!.backwards).toBe(0);
  expect(rows[0]!.days.length).toBeGreaterThan(100);
  for (const day of rows[0]!.days) expect((await checkChain(day)).brokenAt, day).toBeNull();
});
