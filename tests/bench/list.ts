import type { BenchApp } from './app.ts';
import { times } from './load.ts';
import { median, type Measured } from './report.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;

/** The first page of the request list, with filter, sort and counts: 10 rows of a million against 10 of ten thousand. */
export async function list(bench: BenchApp): Promise<Measured[]> {
  const headers = { cookie: await bench.cookieOf('finance') };
  const address = `${bench.origin}/purchasing/purchase-requests/all-requests`;
  const figures: Record<string, number[]> = { first: [], filtered: [] };
  for (const rows of [SMALL, LARGE]) {
    await fillTo(bench, rows);
    await times(address, 5, headers);
    figures['first']!.push(median(await times(address, 15, headers)));
    figures['filtered']!.push(median(await times(`${address}?status=pending-budget&sort=-neededBy`, 15, headers)));
  }
  return Object.entries(figures).map(([name, [small, large]]) => ({
    what: `staff list, ${name} page, 1,000,000 rows against 10,000`,
    measured: large! / small!,
    allowed: 1.5,
    unit: `times (${small!.toFixed(1)} ms and ${large!.toFixed(1)} ms)`,
  }));
}

/** The search index is built at the end, as for any bulk load of a million records. */
async function fillTo({ owner }: BenchApp, rows: number): Promise<void> {
  const counted = await owner.query<{ count: number }>('select count(*)::int as count from purchase_requests');
  const { count } = counted.rows[0]!;
  await owner.query('drop index purchase_requests_search');
  await owner.query(`
    insert into purchase_requests (id, status, number, title, requester_id, department_id, business_entity_id, purpose, purchase_path, needed_by,
      deliver_to_address_id, gst_method, estimated_net_cents, estimated_gst_cents, estimated_gross_cents, created_at, updated_at)
    select uuidv7(), (array['pending-budget', 'rejected', 'cancelled', 'returned'])[1 + n % 4], 'PR-BENCH-' || n, 'Request ' || n || ' of the bench', u.id, u.main_department_id,
      e.id, 'Measured', 'quotation', current_date + (n % 300), a.id, 'on-total', n % 1000000, 0, n % 1000000, now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(${count + 1}, ${rows}) n,
      (select id, main_department_id from users where username = 'requester') u, (select id from business_entities where short_code = 'SWG') e, (select id from addresses limit 1) a`);
  await owner.query('create index purchase_requests_search on purchase_requests using gin (search gin_trgm_ops)');
  await owner.query('vacuum analyze purchase_requests');
}
