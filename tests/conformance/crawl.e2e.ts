import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { freePort } from '#tests/support/free-port.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { firstOf, listOf, NOWHERE, pageRoutes, RECORD, declaredAt } from '#tests/support/routes.ts';
import { startApp, type RunningApp } from '#tests/support/server.ts';

/**
 * Every built page, opened once by an administrator and checked for everything at once: its status, its heading,
 * untranslated keys, the size of its scripts and styles, classes whose styles it does not load, and the number of
 * statements it sends. Then by somebody
 * without rights and signed out. The statements are a committed list, so that a page that becomes more expensive is
 * visible in the diff; `UPDATE_STATEMENTS=1` rewrites it. In an installation of its own, where nobody else changes
 * anything.
 */
const SNAPSHOT = 'tests/conformance/statements.snapshot.txt';
const STATEMENTS_OF_A_LIST = 4;
/** Before anybody comes near an island. */
const SCRIPT_BYTES = 5 * 1024;
const STYLE_BYTES = { staff: 17 * 1024, public: 16 * 1024 };

/** Shown in place of a page that failed, never by its own address (process/hostile-requests). */
const FAILURE = '/500';

const staff = pageRoutes.filter(({ kind }) => kind === 'staff');
const visitors = pageRoutes.filter(
  ({ path, kind }) => kind === 'public' && !/:(?!variant)/.test(path) && path !== FAILURE,
);

/** Open to everyone who is signed in. */
const ALWAYS = [
  '/directory/my-profile',
  '/pages/account-setting',
  '/pages/confirm-identity',
  '/approvals',
  '/notifications',
  '/search',
  '/user',
  '/apps/email',
  '/api/docs',
];
/** A draft is created at the address where it is first written. */
const BEGINS = '/apps/email/drafts/:id/edit';
/** Redirects to such an address. */
const LEADS_ON = '/apps/email/drafts/create';
/** Where a mail is written: its editor comes to life as soon as it is seen. */
const EDITORS = [BEGINS, LEADS_ON];
/** A page of the staff with a single task, without menu and breadcrumb. */
const ALONE = '/pages/confirm-identity';
/** Its records are in another list. */
const WIDGET = '/dashboard/settings/dashboard/widget/:id/edit';
/**
 * What is not ready in time is loaded later, and its statements with it: counted are the addresses that wait for it.
 */
const LATER = ['/dashboard', '/dashboard/settings/dashboard/:id/show'];
/** What is on other addresses of a page: a tab, a list of another type, the dashboard with all that it loads later. */
const MORE = [
  ...LATER.map((path) => `${path}?wait`),
  '/directory/users/:id/show?tab=rights',
  '/purchasing/purchase-requests/pending-my-approval',
];
/** What only other people see: the bars and shares of a first page. */
const OF_OTHERS: Record<string, string> = { '/dashboard?wait&as=finance': 'finance' };
/** A list that has records this page can show: for those that change one, one that may be changed. */
const FITTING: Record<string, string> = {
  '/purchasing/purchase-requests/:id/edit': '?type=returned',
  '/purchasing/purchase-requests/prf/:id/preview': '?type=pending-budget',
  '/directory/users/requests/:id/edit': '?type=my-own',
  '/directory/users/:id/show': '?q=Farid',
  '/directory/users/:id/show?tab=rights': '?q=Farid',
};
/** The API at the address of the list has another kind of page. */
const NO_LISTS = ['/approvals', '/search', '/directory/my-profile'];
/** Ask more than a list may: no more than the snapshot has. */
const DEAR_LISTS = [
  '/directory/activity-log',
  '/directory/activity-log/relaxed-duties',
  '/directory/users/requests',
  '/settings/approval-policies',
];
/** What a visitor finds by the code at the foot of a print. */
const CHECK = '/verify/:code';
/** Shows every component, for developers. */
const GALLERY = '/test-sticky-scroll';
/** Public pages that explain an error, or redirect. */
const STATUS: Record<string, number> = { '/404': 303, '/page-not-found': 404, '/': 303 };

interface Seen {
  path: string;
  kind: 'staff' | 'public';
  requestId: string;
  status: number;
  html: string;
}

let app: RunningApp;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  app = await startApp(await freePort(), { LOG_LEVEL: 'info' });
});
test.afterAll(() => app?.stop());

test('every page opens with a heading and words, weighs little and asks the database no more than it did', async ({
  playwright,
}) => {
  test.setTimeout(180_000);
  const admin = await playwright.request.newContext({ baseURL: app.origin });
  const nobody = await playwright.request.newContext({ baseURL: app.origin });
  await signIn(admin, 'admin');
  const seen: Seen[] = [];
  for (const { path } of visitors) seen.push(await look(nobody, path, withSample(path, NOWHERE), 'public'));
  const unopened: string[] = [];
  for (const path of [...staff.map((page) => page.path), ...MORE]) {
    const id = RECORD.test(path) ? await idFor(admin, path) : '';
    if (id === null) unopened.push(path);
    else seen.push(await look(admin, path, withSample(path, id), 'staff'));
  }

  for (const [path, username] of Object.entries(OF_OTHERS)) {
    const other = await playwright.request.newContext({ baseURL: app.origin });
    await signIn(other, username);
    seen.push(await look(other, path, path, 'staff'));
    await other.dispose();
  }
  const code = seen.map(({ html }) => /class="paper-check[\s\S]*?<b>([^<]+)</.exec(html)?.[1]).find(Boolean);
  seen.push(await look(nobody, CHECK, CHECK.replace(':code', code ?? ''), 'public'));

  expect.soft(unopened).toEqual([]);
  expect
    .soft(
      seen
        .filter(({ path, status }) => status !== (STATUS[path] ?? 200))
        .map(({ path, status }) => `${path} ${status}`),
    )
    .toEqual([]);
  const pages = seen.filter(({ status }) => status !== 303);
  expect.soft(pages.filter(({ html }) => !html.includes('<h1')).map(({ path }) => path)).toEqual([]);
  expect
    .soft(pages.map(({ path, html }) => [path, />[a-z]+(\.[a-zA-Z-]+){2,}</.exec(html)?.[0]]).filter(([, key]) => key))
    .toEqual([]);
  const valueAsText = />\s*(true|false|null|undefined|NaN|\[object Object\])\s*</;
  expect.soft(pages.filter(({ html }) => valueAsText.test(html)).map(({ path }) => path)).toEqual([]);

  expect.soft(pages.map(wrongTitle).filter(Boolean)).toEqual([]);
  const ofStaff = pages.filter(({ path, kind }) => kind === 'staff' && path !== ALONE);
  expect.soft(ofStaff.filter((page) => !hasSection(page)).map(({ path }) => path)).toEqual([]);

  const alive = pages.filter(({ html }) => /client="(idle|visible|only)"/.test(html)).map(({ path }) => path);
  expect.soft(alive.filter((path) => !EDITORS.includes(path))).toEqual([]);
  const plain = pages.filter(({ path, html }) => !html.includes('client="load"') && !EDITORS.includes(path));
  expect.soft(plain.filter(({ kind }) => kind === 'staff').length).toBeGreaterThan(20);
  const heavy: string[] = [];
  const unstyled: string[] = [];
  for (const { path, kind, html } of pages) {
    const scripts = plain.some((page) => page.path === path) && kind === 'staff' ? await scriptBytes(admin, html) : 0;
    if (scripts > SCRIPT_BYTES) heavy.push(`${path}: ${scripts} bytes of script`);
    const sheets = await stylesOf(admin, html);
    unstyled.push(...unstyledIn(html, sheets).map((name) => `${path}: ${name}`));
    const styles = sheets.reduce((sum, { bytes }) => sum + bytes, 0);
    if ((styles > STYLE_BYTES[kind] && path !== GALLERY) || styles === 0)
      heavy.push(`${path}: ${styles} bytes of styles`);
  }
  expect.soft(heavy).toEqual([]);
  expect.soft(unstyled).toEqual([]);

  const statements = await statementsOf(seen);
  const lists = seen.filter(({ path }) => /^[^:]*(:type)?$/.test(path) && isList(path));
  expect.soft(lists.length).toBeGreaterThan(15);
  expect
    .soft(lists.filter(({ path }) => statements.get(path)! > STATEMENTS_OF_A_LIST).map(({ path }) => path))
    .toEqual([]);
  const counted = `${[...statements].map(([path, count]) => `${count} ${path}`).join('\n')}\n`;
  if (process.env.UPDATE_STATEMENTS) writeFileSync(SNAPSHOT, counted);
  expect.soft(counted).toBe(readFileSync(SNAPSHOT, 'utf8'));
  await admin.dispose();
  await nobody.dispose();
});

test('a wrong id is the 404 page, whoever asks with the right', async ({ playwright }) => {
  const admin = await playwright.request.newContext({ baseURL: app.origin });
  await signIn(admin, 'admin');
  for (const { path } of staff.filter((page) => RECORD.test(page.path))) {
    for (const id of [...(path === BEGINS ? [] : [NOWHERE]), 'not-an-id', '%00']) {
      const answer = await admin.get(withSample(path, id), { maxRedirects: 0 });
      expect([path, id, [400, 404].includes(answer.status())]).toEqual([path, id, true]);
    }
  }
  await admin.dispose();
});

test('signed out, every staff page leads to sign-in and back', async ({ playwright }) => {
  const nobody = await playwright.request.newContext({ baseURL: app.origin });
  for (const { path } of staff) {
    const address = withSample(path, NOWHERE);
    const answer = await nobody.get(address, { maxRedirects: 0 });
    expect(`${path} ${answer.status()} ${answer.headers()['location']}`).toBe(
      `${path} 303 /login?to=${encodeURIComponent(address)}`,
    );
  }
  await nobody.dispose();
});

test('without rights, every staff page but the own ones leads to the not-authorized page', async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: app.origin });
  await signIn(request, 'nobody');
  for (const { path } of staff.filter((page) => !ALWAYS.some((own) => page.path.startsWith(own)))) {
    const answer = await request.get(withSample(path, NOWHERE), { maxRedirects: 0 });
    expect(`${path} ${answer.status()} ${answer.headers()['location']}`).toBe(`${path} 303 /not-authorized`);
  }
  await request.dispose();
});

async function signIn(request: APIRequestContext, username: string): Promise<void> {
  const answer = await request.post('/api/login', {
    data: { username, password: 'garden-demo-2026', rememberMe: false },
  });
  expect(answer.status()).toBe(200);
}

async function look(request: APIRequestContext, path: string, address: string, kind: Seen['kind']): Promise<Seen> {
  const answer = await request.get(address, { maxRedirects: path === LEADS_ON ? 1 : 0 });
  return {
    path,
    kind,
    requestId: answer.headers()['x-request-id']!,
    status: answer.status(),
    html: await answer.text(),
  };
}

/** What is wrong with a page's title: it ends with that of its route and the product, a record's begins with its name. */
function wrongTitle({ path, html }: Seen): string | undefined {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
  const ofRoute = `${translatorFor('en')(declaredAt(path, 'title'))} · Stillwater Garden`;
  const isNamed = RECORD.test(path) && path !== BEGINS;
  const isRight = title.endsWith(` · ${ofRoute}`) || (title === ofRoute && !isNamed);
  return isRight || path.includes(':variant') ? undefined : `${path}: ${title}`;
}

/** Whether the breadcrumb begins with the section heading that the page declares. */
function hasSection({ path, html }: Seen): boolean {
  const first = /class="crumbs"[\s\S]*?<li>\s*<(?:a|span)[^>]*>([^<]*)</.exec(html)?.[1];
  const section = declaredAt(path, 'section');
  return section !== '' && first === translatorFor('en')(section);
}

/** A record the page can show. Null when there is none yet. */
async function idFor(request: APIRequestContext, path: string): Promise<string | null> {
  if (path === BEGINS) return NOWHERE;
  const list = listOf(path.split('?')[0]!);
  const id = list ? await firstOf(request, `${list}${FITTING[path] ?? ''}`) : null;
  if (path !== WIDGET || id === null) return id;
  const { widgets } = (await (await request.get(`${list}/${id}`)).json()) as { widgets: { id: string }[] };
  return widgets[0]?.id ?? null;
}

function withSample(path: string, id: string): string {
  return path
    .replace(RECORD, id)
    .replace(':folder', 'sent')
    .replace(':label', 'private')
    .replace(':variant', 'login-v1')
    .replace(':type', path.includes('my-') ? 'all-my-requests' : 'all-requests');
}

/** Whether the page shows the list that the API has at the same address. */
function isList(path: string): boolean {
  const own = path.replace(/\/(:type|list|pending-my-approval)$/, '');
  return listOf(path) === `/api${own}` && ![...NO_LISTS, ...DEAR_LISTS].includes(path);
}

const packed = new Map<string, Promise<{ bytes: number; text: string }>>();

/** A built file, and what it weighs compressed; each is fetched once. */
function file(request: APIRequestContext, name: string): Promise<{ bytes: number; text: string }> {
  const known = packed.get(name);
  if (known) return known;
  const fetched = request
    .get(`/_astro/${name}`)
    .then((answer) => answer.text())
    .then((text) => ({ text, bytes: weight(text) }));
  packed.set(name, fetched);
  return fetched;
}

const weight = (text: string): number => gzipSync(text, { level: 9 }).length;

/** What the page's scripts weigh, compressed, with all they import at once; a script in a template comes later, if at all. */
async function scriptBytes(request: APIRequestContext, page: string): Promise<number> {
  let bytes = 0;
  const seen = new Set<string>();
  const read = async (name: string): Promise<void> => {
    if (seen.has(name)) return;
    seen.add(name);
    const script = await file(request, name);
    bytes += script.bytes;
    for (const [, imported] of script.text.matchAll(/(?:import|from)\s*["']\.\/([^"']+\.js)["']/g))
      await read(imported!);
  };
  const atOnce = page.replace(/<template[\s\S]*?<\/template>/g, '');
  for (const [, attributes = '', inline = ''] of atOnce.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    const name = /src="\/_astro\/([^"]+)"/.exec(attributes)?.[1];
    if (name) await read(name);
    else bytes += weight(inline);
  }
  return bytes;
}

/** The styles that the page links and those that stand in it. */
async function stylesOf(request: APIRequestContext, page: string): Promise<{ bytes: number; text: string }[]> {
  const linked = [...page.matchAll(/<link rel="stylesheet" href="\/_astro\/([^"]+)"/g)];
  const inline = [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
  return [
    ...(await Promise.all(linked.map(([, name]) => file(request, name!)))),
    ...inline.map(([, text = '']) => ({ text, bytes: weight(text) })),
  ];
}

/** The classes that a stylesheet names; those that it lays out alone, in whatever place, with a point before them. */
function classesIn(css: string): Set<string> {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s*([,{};])\s*/g, '$1');
  return new Set([
    ...[...plain.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!),
    ...[...plain.matchAll(/(?<=[,{};]|^)\.[a-z][\w-]*(?=[,{])/gi)].map(([name]) => name),
  ]);
}

/** Of every stylesheet of the project. */
const STYLED = classesIn(
  globSync('src/styles/**/*.css')
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n'),
);

/** The classes of a page that some stylesheet names or lays out, and none that the page loads; a state is laid out with its part. */
function unstyledIn(page: string, sheets: readonly { text: string }[]): string[] {
  const loaded = classesIn(sheets.map(({ text }) => text).join('\n'));
  const used = new Set([...page.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names]) => names!.trim().split(/\s+/)));
  return [...used]
    .flatMap((name) => (name.startsWith('is-') ? [name] : [name, `.${name}`]))
    .filter((name) => STYLED.has(name) && !loaded.has(name));
}

/** By path, from the lines of the log that are written when each answer has ended. */
async function statementsOf(seen: readonly Seen[]): Promise<Map<string, number>> {
  const read = () =>
    new Map(
      [...app.output().matchAll(/^\{.*"requestId":"([^"]+)".*"statements":(\d+).*\}$/gm)].map(([, id, count]) => [
        id!,
        Number(count),
      ]),
    );
  const counted = seen.filter(({ path, status }) => status !== 303 && !LATER.includes(path));
  await expect.poll(() => counted.every(({ requestId }) => read().has(requestId))).toBe(true);
  const all = read();
  return new Map(counted.map(({ path, requestId }) => [path, all.get(requestId)!]));
}
