import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test, type APIRequestContext } from '@playwright/test';

/**
 * Every built page, opened as an administrator, as somebody without rights and signed out. Pages with a record in
 * their address are opened with one that exists.
 */
interface Page {
  path: string;
  kind: string;
}

const pages: Page[] = readFileSync('tests/conformance/access.snapshot.txt', 'utf8')
  .trim()
  .split('\n')
  .filter((line) => line.startsWith('/'))
  .map((line) => {
    const [path = '', kind = ''] = line.split(/\s{2,}/);
    return { path, kind };
  });
const staff = pages.filter(({ kind }) => kind === 'staff');
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
/** Where rich text is written: an editor without an island. */
const EDITOR = '/apps/email/drafts/create';
/** A draft begins at the address where it is first written. */
const BEGINS = '/apps/email/drafts/:id/edit';

test('signed out, every staff page leads to sign-in and back', async ({ request }) => {
  for (const { path } of staff) {
    const address = withSample(path, '01900000-0000-7000-8000-000000000000');
    const answer = await request.get(address, { maxRedirects: 0 });
    expect(`${path} ${answer.status()} ${answer.headers()['location']}`).toBe(
      `${path} 303 /login?to=${encodeURIComponent(address)}`,
    );
  }
});

test('without rights, every staff page but the own ones leads to the not-authorized page', async ({ request }) => {
  await signIn(request, 'nobody');
  for (const { path } of staff.filter((page) => !ALWAYS.some((own) => page.path.startsWith(own)))) {
    const answer = await request.get(withSample(path, '01900000-0000-7000-8000-000000000000'), { maxRedirects: 0 });
    expect(`${path} ${answer.status()} ${answer.headers()['location']}`).toBe(`${path} 303 /not-authorized`);
  }
});

test('an administrator opens every staff page', async ({ request }) => {
  await signIn(request, 'admin');
  for (const { path } of staff) {
    const id = await idFor(request, path);
    if (id === null) continue;
    const answer = await request.get(withSample(path, id), { maxRedirects: path === EDITOR ? 1 : 0 });
    const text = await answer.text();
    expect(`${path} ${answer.status()}`).toBe(`${path} 200`);
    expect(text, path).toContain('<h1');
    expect(text, path).not.toMatch(/>[a-z]+(\.[a-zA-Z-]+){2,}</);
  }
});

test('every staff page without an island carries at most 3 KB of script', async ({ request }) => {
  await signIn(request, 'admin');
  const sizes: Record<string, number> = {};
  for (const { path } of staff) {
    const id = await idFor(request, path);
    if (id === null) continue;
    const text = await (await request.get(withSample(path, id))).text();
    if (!text.includes('<astro-island') && path !== EDITOR) sizes[path] = await scriptBytes(request, text);
  }
  expect(Object.keys(sizes).length).toBeGreaterThan(20);
  expect(Object.entries(sizes).filter(([, bytes]) => bytes > 3 * 1024)).toEqual([]);
});

test('a wrong id is the 404 page, whoever asks with the right', async ({ request }) => {
  await signIn(request, 'admin');
  for (const { path } of staff.filter((page) => RECORD.test(page.path))) {
    for (const id of [...(path === BEGINS ? [] : ['01900000-0000-7000-8000-000000000000']), 'not-an-id', '%00']) {
      const answer = await request.get(withSample(path, id), { maxRedirects: 0 });
      expect([path, id, [400, 404].includes(answer.status())]).toEqual([path, id, true]);
    }
  }
});

async function signIn(request: APIRequestContext, username: string): Promise<void> {
  const answer = await request.post('/api/login', {
    data: { username, password: 'garden-demo-2026', rememberMe: false },
  });
  expect(answer.status()).toBe(200);
}

/** What the page's scripts weigh, compressed, with all they import at once; a script in a template comes later, if at all. */
async function scriptBytes(request: APIRequestContext, page: string): Promise<number> {
  const texts: string[] = [];
  const seen = new Set<string>();
  const read = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = await (await request.get(`/_astro/${file}`)).text();
    texts.push(text);
    for (const [, imported] of text.matchAll(/(?:import|from)\s*["']\.\/([^"']+\.js)["']/g)) await read(imported!);
  };
  const atOnce = page.replace(/<template[\s\S]*?<\/template>/g, '');
  for (const [, attributes = '', inline = ''] of atOnce.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    const file = /src="\/_astro\/([^"]+)"/.exec(attributes)?.[1];
    if (file) await read(file);
    else texts.push(inline);
  }
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
}

/** What stands for a record in an address: an id, or the name of a setting. */
const RECORD = /:id|:name/;
const LISTS: [RegExp, string][] = [
  [/purchase-requests/, '/api/purchasing/purchase-requests'],
  [/users\/requests\/:id/, '/api/directory/users/requests'],
  [/users|\/user/, '/api/directory/users'],
  [/roles/, '/api/directory/roles'],
  [/departments/, '/api/directory/departments'],
  [/teams/, '/api/directory/teams'],
  [/addresses/, '/api/directory/addresses'],
  [/business-entities/, '/api/directory/business-entities'],
  [/holidays/, '/api/settings/holidays'],
  [/number-continuity/, '/api/settings/number-continuity'],
  [/app-clients/, '/api/directory/app-clients'],
  [/approval-policies/, '/api/settings/approval-policies'],
  [/settings\/jobs/, '/api/settings/jobs'],
  [/^\/settings\/:name/, '/api/settings'],
  [/settings\/mails/, '/api/settings/mails'],
  [/dashboard\/settings\/dashboard\/:id/, '/api/dashboard/settings/dashboard'],
];

/** A record the page can show: for pages that change a request, one that may be changed. Null when the page needs more than an id, or nobody has made one yet. */
async function idFor(request: APIRequestContext, path: string): Promise<string | null> {
  if (!RECORD.test(path)) return '';
  const list = LISTS.find(([pattern]) => pattern.test(path));
  if (!list) return null;
  const type = /purchase-requests\/:id\/edit/.test(path)
    ? '?type=returned'
    : /users\/requests\/:id\/edit/.test(path)
      ? '?type=my-own'
      : '';
  const answer = await request.get(`${list[1]}${type}`);
  expect(answer.status(), list[1]).toBe(200);
  const [first] = ((await answer.json()) as { items: { id?: string; name?: string }[] }).items;
  return first ? (first.id ?? first.name!) : null;
}

function withSample(path: string, id: string): string {
  return path
    .replace(RECORD, id)
    .replace(':folder', 'sent')
    .replace(':label', 'private')
    .replace(':type', path.includes('my-') ? 'all-my-requests' : 'all-requests');
}
