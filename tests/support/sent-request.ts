import { expect, type Page } from '@playwright/test';

/** Hannah writes and sends a request for printing, which nothing else is added up with; its number and its page. */
export async function sent(
  hannah: Page,
  title: string,
  dollars: number,
): Promise<{ id: string; number: string; version: number }> {
  await hannah.goto('/purchasing/purchase-requests/new/create');
  const valueOf = (id: string, label: string) =>
    hannah.locator(`#${id} option`, { hasText: label }).first().getAttribute('value');
  const [expenseCategoryId, costCenterId, deliverToAddressId] = await Promise.all([
    valueOf('expenseCategoryId', '5610'),
    valueOf('costCenterId', 'OPS-COL'),
    valueOf('deliverToAddressId', 'Site store'),
  ]);
  const answer = await hannah.request.post('/api/purchasing/purchase-requests', {
    data: {
      title,
      purpose: 'For the chapel.',
      purchasePath: 'quotation',
      priority: 'normal',
      neededBy: '2099-01-31',
      deliverToAddressId,
      expenseCategoryId,
      costCenterId,
      lines: [{ description: title, quantity: 1, unit: 'Piece(s)', unitPriceE4: dollars * 10_000 }],
    },
  });
  expect(answer.status()).toBe(201);
  const { id, version } = await answer.json();
  const submitted = await hannah.request.post(`/api/purchasing/purchase-requests/${id}/submission`, {
    data: { version },
  });
  expect(submitted.status()).toBe(200);
  return submitted.json();
}
