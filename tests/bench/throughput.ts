import { createServer } from 'node:http';
import pg from 'pg';
import type { BenchApp } from './app.ts';
import { load } from './load.ts';
import type { Measured } from './report.ts';

/** Requests in a second against a bare Node server on the same machine and the same database. */
export async function throughput(bench: BenchApp): Promise<Measured[]> {
  const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: 20 });
  try {
    return [await publicPage(bench, pool), await staffList(bench, pool)];
  } finally {
    await pool.end();
  }
}

/** A public page against a server that answers the same bytes after one query. */
async function publicPage(bench: BenchApp, pool: pg.Pool): Promise<Measured> {
  const address = `${bench.origin}/login`;
  const page = await (await fetch(address)).text();
  const bare = await withBare(async () => {
    await pool.query('select name from settings limit 1');
    return page;
  });
  await load(address, { seconds: 1 });
  const ours = await load(address);
  return {
    what: 'public page (sign-in), requests a second against a bare server',
    measured: ours.perSecond,
    allowed: bare / 2,
    unit: 'requests a second',
    sense: 'at-least',
  };
}

/** The request list with layout, filter, sort and total, signed in, against the bare list of the same rows. */
async function staffList(bench: BenchApp, pool: pg.Pool): Promise<Measured> {
  const headers = { cookie: await bench.cookieOf('finance') };
  const bare = await withBare(async () => {
    const { rows } = await pool.query(
      'select number, title, needed_by, estimated_gross_cents, status from purchase_requests order by created_at desc, id desc limit 10',
    );
    return `<table>${rows
      .map(
        (row) =>
          `<tr>${Object.values(row)
            .map((value) => `<td>${value}</td>`)
            .join('')}</tr>`,
      )
      .join('')}</table>`;
  });
  const address = `${bench.origin}/purchasing/purchase-requests/all-requests?status=pending-approval&sort=-neededBy`;
  await load(address, { seconds: 1, headers });
  const ours = await load(address, { headers });
  return {
    what: 'staff list with layout, filter, sort and total against a bare list',
    measured: ours.perSecond,
    allowed: bare / 4,
    unit: 'requests a second',
    sense: 'at-least',
  };
}

async function withBare(answer: () => Promise<string>): Promise<number> {
  const server = createServer((_, response) => {
    void answer().then((text) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await load(`http://127.0.0.1:${port}/`, { seconds: 1 });
  const { perSecond } = await load(`http://127.0.0.1:${port}/`);
  server.close();
  return perSecond;
}
