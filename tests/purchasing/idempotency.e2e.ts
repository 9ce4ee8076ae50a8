import { expect, test, type APIRequestContext, type Page } from '@playwright/test';

// Hannah's line is bad: what she sends is sent twice, by the plain form and by the API, and stands once.
const REQUESTS = '/api/purchasing/purchase-requests';
const CREATE = '/purchasing/purchase-requests/new/create';
const credentials = { username: 'requester', password: 'garden-demo-2026', rememberMe: false };

async function signedIn(request: APIRequestContext): Promise<Record<string, string>> {
  const { accessToken } = await (await request.post('/api/login', { data: credentials })).json();
  return { authorization: `Bearer ${accessToken}`, 'accept-language': 'en' };
}

async function titled(request: APIRequestContext, headers: Record<string, string>, title: string): Promise<any[]> {
  const query = new URLSearchParams({ type: 'all-my-requests', q: title });
  const answer = await request.get(`/api/purchasing/my-purchase-requests?${query}`, { headers });
  return (await answer.json()).items.filter((one: any) => one.title === title);
}

/** What Hannah asks for, with the address, category and cost centre of a request that stands. */
async function seals(request: APIRequestContext, headers: Record<string, string>, title: string) {
  const mine = await request.get('/api/purchasing/my-purchase-requests?type=all-my-requests', { headers });
  const [known] = (await mine.json()).items;
  const sample = await (await request.get(`${REQUESTS}/${known.id}`, { headers })).json();
  const { deliverToAddressId, expenseCategoryId, costCenterId } = sample;
  const lines = [{ description: 'Vault seal', quantity: 250, unit: 'Piece(s)', unitPriceE4: 96_000, gstCode: 'SR' }];
  const charged = { deliverToAddressId, expenseCategoryId, costCenterId };
  return { title, purpose: 'For the vaults.', purchasePath: 'quotation', neededBy: '2099-01-31', ...charged, lines };
}

test('the API: one key makes one request, another body with it is refused, and each copy is made once', async ({
  request,
}) => {
  const headers = await signedIn(request);
  const data = await seals(request, headers, 'Seals sent twice by the API');
  const keyed = { ...headers, 'idempotency-key': '"seals-1"' };
  const [one, two] = await Promise.all([1, 2].map(() => request.post(REQUESTS, { headers: keyed, data })));
  expect([one!.status(), two!.status()]).toEqual([201, 201]);
  const made = await one!.json();
  expect(await two!.json()).toMatchObject({ id: made.id, lines: made.lines, allowedActions: made.allowedActions });
  expect(await titled(request, headers, data.title)).toHaveLength(1);

  const other = await request.post(REQUESTS, { headers: keyed, data: { ...data, title: 'Other seals' } });
  expect(other.status()).toBe(422);
  expect(await other.json()).toMatchObject({ code: 'idempotency-key-reused' });
  const tooLong = await request.post(REQUESTS, { headers: { ...headers, 'idempotency-key': 'k'.repeat(256) }, data });
  expect([tooLong.status(), (await tooLong.json()).code]).toEqual([400, 'idempotency-key-invalid']);

  const copy = () =>
    request.post(`${REQUESTS}/${made.id}/copy`, { headers: { ...headers, 'idempotency-key': 'copy-1' } });
  const copies = await Promise.all([copy(), copy()]);
  const [first, again] = await Promise.all(copies.map((answer) => answer.json()));
  expect(copies.map((answer) => answer.status())).toEqual([201, 201]);
  expect(again.id).toBe(first.id);
  expect(await titled(request, headers, data.title)).toHaveLength(2);
});

test.describe('the plain form', () => {
  test.use({ javaScriptEnabled: false });

  test('posted twice makes one request; a form opened anew makes another', async ({ page, baseURL }) => {
    const headers = await signedIn(page.request);
    const title = 'Seals sent twice by the form';
    const { deliverToAddressId, expenseCategoryId, costCenterId } = await seals(page.request, headers, title);
    const post = async () => {
      await page.goto(CREATE);
      await expect(page.getByLabel('Title')).toBeVisible();
      const form = { ...(await shown(page)), title, purpose: 'For the vaults.', neededBy: '31/01/2099' };
      Object.assign(form, { deliverToAddressId, expenseCategoryId, costCenterId });
      Object.assign(form, {
        'lines.0.description': 'Vault seal',
        'lines.0.quantity': '250',
        'lines.0.unitPriceE4': '9.60',
      });
      const send = () => page.request.post(CREATE, { form, headers: { origin: baseURL! }, maxRedirects: 0 });
      const answers = await Promise.all([send(), send()]);
      expect(answers.map((answer) => answer.status())).toEqual([303, 303]);
      return answers.map((answer) => answer.headers()['location']);
    };
    const [one, two] = await post();
    expect(two).toBe(one);
    expect(await titled(page.request, headers, title)).toHaveLength(1);
    const [three] = await post();
    expect(three).not.toBe(one);
    expect(await titled(page.request, headers, title)).toHaveLength(2);
  });
});

/** What the form that is shown would send, untouched. */
async function shown(page: Page): Promise<Record<string, string>> {
  const form = page.locator('form[method=post]').filter({ has: page.locator('[name=idempotencyKey]') });
  const fields: Record<string, string> = {};
  for (const control of await form.locator('input, select, textarea').all()) {
    const [name, type] = await Promise.all([control.getAttribute('name'), control.getAttribute('type')]);
    if (!name || type === 'file' || (type === 'checkbox' && !(await control.isChecked()))) continue;
    fields[name] = await control.inputValue();
  }
  return fields;
}
