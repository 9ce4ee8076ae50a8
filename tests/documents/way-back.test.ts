import { beforeAll, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { inboxCrumb } from '#lib/approvals/inbox/inbox-page.server.ts';
import { listCrumb } from '#lib/documents/usual/document-lists.server.ts';
import '#lib/modules.server.ts';
import { submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { purchaseRequest, type PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';

// Hannah asks for ribbons; Daniel heads her department, and Marie of finance reads all requests.
let company: Company;
let request: PurchaseRequest;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  const hannah = await actorNamed('requester');
  request = await submitPurchaseRequest(hannah, await draftRequest(hannah, company));
});

const wayOf = async (username: string, record?: object) =>
  listCrumb(await actorNamed(username), purchaseRequest, record);

test('the way back from a document leads to a list in which it is, and never to one’s own from somebody else’s', async () => {
  expect(await wayOf('finance', request)).toMatchObject({ label: 'purchasing.purchaseRequest.many' });
  expect(await wayOf('requester', request)).toMatchObject({ label: 'purchasing.purchaseRequest.mine' });
  expect(await wayOf('head')).toMatchObject({ label: 'purchasing.purchaseRequest.mine' });
  expect(await wayOf('head', request)).toMatchObject({ label: expect.stringMatching(/my-department-requests$/) });
  const elsewhere = { ...request, departmentId: company.departmentId('FIN') };
  expect(await wayOf('head', elsewhere)).toEqual({ label: 'approvals.inbox.title', path: '/approvals' });
});

test('from the inbox it leads back to the inbox as it was narrowed', () => {
  const at = (search: string) =>
    inboxCrumb(new URL(`http://garden.example/purchasing/purchase-requests/1/show${search}`));
  expect(at('')).toBeNull();
  expect(at('?inbox=')).toEqual({ label: 'approvals.inbox.title', path: '/approvals' });
  expect(at(`?inbox=${encodeURIComponent('type=requests&age=overdue')}`)).toMatchObject({
    path: '/approvals?type=requests&age=overdue',
  });
});
