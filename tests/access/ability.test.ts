import { describe, expect, test } from 'vitest';
import { Ability, DEFAULT_PERMISSIONS, type Permission } from '#lib/values/ability.ts';
import { abilityOf, isSwitchedOn } from '#lib/access/session/actor.server.ts';

const right = (subject: string, action: string, condition: Permission['condition'] = 'none'): Permission => ({
  subject,
  action,
  condition,
});

describe('what a person may do', () => {
  test('is what is stored, and nothing else', () => {
    const ability = new Ability([right('Department', 'read')]);
    expect(ability.can('Department', 'read')).toBe(true);
    expect(ability.can('Department', 'update')).toBe(false);
    expect(ability.can('Team', 'read')).toBe(false);
  });

  test('is open when any one of several actions is allowed', () => {
    const ability = new Ability([right('PurchaseRequest', 'my-request-show')]);
    expect(ability.can('PurchaseRequest', 'show', 'my-request-show', 'my-department-request-view')).toBe(true);
    expect(ability.can('PurchaseRequest', 'show', 'update')).toBe(false);
  });

  test('is read on Auth when nothing is stored', () => {
    const ability = abilityOf([]);
    expect(ability.permissions).toEqual(DEFAULT_PERMISSIONS);
    expect(ability.can('Auth', 'read')).toBe(true);
    expect(ability.can('User', 'read')).toBe(false);
  });

  test('is what is stored, and nothing beside it, when something is', () => {
    const ability = abilityOf([right('User', 'read')]);
    expect(ability.permissions).toEqual([right('User', 'read')]);
    expect(ability.can('Auth', 'read')).toBe(false);
  });

  test('cannot be asked about a pair that does not exist', () => {
    expect(() => new Ability([]).can('Departmnt', 'read')).toThrow('There is no action read on Departmnt');
    expect(() => new Ability([]).can('Department', 'show')).toThrow('There is no action show on Department');
  });
});

describe('how far a right reaches', () => {
  test.each([
    ['read', 'none', 'entity'],
    ['my-request-read', 'none', 'own'],
    ['my-department-request-read', 'none', 'department'],
    ['read', 'own', 'own'],
    ['read', 'department', 'department'],
    ['my-department-request-read', 'own', 'own'],
    ['my-request-read', 'entity', 'own'],
  ] as const)('%s with the condition %s: %s', (action, condition, scope) => {
    expect([...new Ability([right('PurchaseRequest', action, condition)]).scopes('PurchaseRequest', [action])]).toEqual(
      [scope],
    );
  });

  test('is all that several roles give together', () => {
    const ability = new Ability([
      right('PurchaseRequest', 'my-request-read'),
      right('PurchaseRequest', 'read', 'department'),
    ]);
    expect([...ability.scopes('PurchaseRequest', ['read', 'my-request-read'])].toSorted()).toEqual([
      'department',
      'own',
    ]);
  });

  test('holds for the main subject when it was given on the My subject', () => {
    const ability = new Ability([right('MyPurchaseRequest', 'my-request-read')]);
    expect(ability.can('PurchaseRequest', 'my-request-read')).toBe(true);
    expect(ability.can('PurchaseRequest', 'read')).toBe(false);
  });

  test('the own dashboard is a page, not a record', () => {
    expect([...new Ability([right('Dashboard', 'my-dashboard')]).scopes('Dashboard', ['my-dashboard'])]).toEqual([
      'entity',
    ]);
  });
});

test('subjects of a module that is off grant nothing', () => {
  expect(isSwitchedOn('PurchaseRequest')).toBe(true);
  expect(isSwitchedOn('LotReservation')).toBe(false);
  expect(isSwitchedOn('Unheard')).toBe(false);
  expect(abilityOf([right('LotReservation', 'read')]).can('LotReservation', 'read')).toBe(false);
});
