import { describe, expect, it } from 'vitest';
import { Ability } from '#lib/values/ability.ts';
import { currentEntry, menu, menuFor, placeInMenu } from '#components/shell/menu.ts';

const permission = (subject: string, action: string) => ({ subject, action, condition: 'none' as const });
const labels = (ability: Ability) => menuFor(ability).flatMap((section) => section.entries.map((entry) => entry.label));

describe('the menu', () => {
  it('shows a requester what she may open, and no section that would be empty', () => {
    const hannah = new Ability([permission('MyPurchaseRequest', 'my-request-read')]);
    expect(labels(hannah)).toEqual(['menu.email', 'menu.myPurchaseRequests', 'menu.approvals']);
    expect(menuFor(hannah).map((section) => section.label)).toEqual(['menu.apps', 'menu.purchasing', 'menu.approvals']);
  });

  it('shows nobody the pages of a module that is switched off', () => {
    const stored = [permission('PurchaseRequest', 'read')];
    expect(labels(new Ability(stored, (subject) => subject !== 'PurchaseRequest'))).toEqual([
      'menu.email',
      'menu.approvals',
    ]);
  });

  it('asks for pairs that exist, or it could not be drawn', () => {
    for (const { subject, anyOf = [] } of menu.flatMap((section) => section.entries)) {
      if (subject) expect(() => new Ability([]).can(subject, ...anyOf)).not.toThrow();
    }
  });

  it('knows where a person is, on the list, on another tab of it and on one of its records', () => {
    const at = (path: string) => currentEntry(menu, path)?.label;
    expect(at('/purchasing/purchase-requests/all-requests')).toBe('menu.purchaseRequests');
    expect(at('/purchasing/purchase-requests/0190/show')).toBe('menu.purchaseRequests');
    expect(at('/purchasing/my-purchase-requests/my-drafts')).toBe('menu.myPurchaseRequests');
    expect(at('/directory/users/create')).toBe('menu.users');
    expect(at('/directory/users-elsewhere')).toBeUndefined();
    expect(at('/login')).toBeUndefined();
  });

  it('shows a requester on her own request among her requests, as she has no other list', () => {
    const hannah = menuFor(new Ability([permission('MyPurchaseRequest', 'my-request-read')]));
    expect(currentEntry(hannah, '/purchasing/purchase-requests/0190/show')?.label).toBe('menu.myPurchaseRequests');
    expect(currentEntry(hannah, '/purchasing/purchase-requests/new/create')?.label).toBe('menu.myPurchaseRequests');
    expect(currentEntry(hannah, '/directory/users')).toBeUndefined();
  });

  it('marks the entry as the page itself only on the page itself, and no other entry or section', () => {
    const onList = placeInMenu(menu, '/directory/users');
    expect([onList.mark('/directory/users'), onList.mark('/directory/roles')]).toEqual(['page', undefined]);
    expect(placeInMenu(menu, '/directory/users/0190/show').mark('/directory/users')).toBe('true');
    expect(menu.filter(({ entries }) => onList.isHere(entries)).map(({ label }) => label)).toEqual(['menu.directory']);
    expect(menu.some(({ entries }) => placeInMenu(menu, '/login').isHere(entries))).toBe(false);
  });
});
