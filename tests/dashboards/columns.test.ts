import { describe, expect, test } from 'vitest';
import { fittingColumns, tellingColumns } from '#lib/dashboards/widget/columns.ts';
import { myPurchaseRequest, purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';

const query = (type: string, search = '') => readListQuery(myPurchaseRequest, new URLSearchParams(search), type);
const HANNAH = '0198f000-0000-7000-8000-000000000001';
const DANIEL = '0198f000-0000-7000-8000-000000000002';
const asked = (requesterId: string) => ({
  requesterId,
  number: 'PR-SWG-2026-00001',
  title: 'Plaques',
  neededBy: '2026-12-01',
  estimatedGrossCents: 100,
  status: 'pending-approval',
  waitingFor: 'Daniel Koh',
  updatedAt: '2026-11-23T08:00:00Z',
});
const by = (...people: string[]) => people.map(asked);

describe('the columns of a list on a card', () => {
  test('leave out who asked where that is always the reader, and only there', () => {
    const mine = tellingColumns(myPurchaseRequest, query('all-my-requests'), by(HANNAH, HANNAH), HANNAH);
    expect(mine).not.toContain('requesterId');
    expect(mine).toContain('status');
    const all = tellingColumns(myPurchaseRequest, query('my-department-requests'), by(HANNAH, DANIEL), HANNAH);
    expect(all).toContain('requesterId');
    expect(tellingColumns(myPurchaseRequest, query('all-my-requests'), [], HANNAH)).toContain('requesterId');
  });

  test('leave out the status where every row has the same, and keep it where there are two', () => {
    expect(tellingColumns(myPurchaseRequest, query('my-drafts'), [], HANNAH)).not.toContain('status');
    expect(tellingColumns(myPurchaseRequest, query('my-pending'), [], HANNAH)).toContain('status');
    const filtered = query('all-my-requests', 'status=returned');
    expect(tellingColumns(myPurchaseRequest, filtered, [], HANNAH)).not.toContain('status');
  });

  test('leave out what no row has, but what names it', () => {
    const nobody = by(DANIEL).map((row) => ({ ...row, number: null, waitingFor: null }));
    const columns = tellingColumns(myPurchaseRequest, query('my-department-requests'), nobody, HANNAH);
    expect(columns).not.toContain('waitingFor');
    expect(columns).toContain('number');
  });

  test('are those that somebody chose, where somebody did', () => {
    const chosen = query('my-drafts', 'cols=number,status,requesterId');
    expect(tellingColumns(myPurchaseRequest, chosen, by(HANNAH), HANNAH)).toEqual(['number', 'status', 'requesterId']);
  });

  test('give way by their declaration where the card is narrow', () => {
    const columns = tellingColumns(myPurchaseRequest, query('all-my-requests'), by(HANNAH), HANNAH);
    expect(fittingColumns(purchaseRequest, columns.slice(1), 8)).toEqual([
      'title',
      'neededBy',
      'estimatedGrossCents',
      'status',
      'waitingFor',
    ]);
    expect(fittingColumns(purchaseRequest, columns, 4)).toHaveLength(3);
  });
});
