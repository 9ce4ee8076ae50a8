import type { Ability, Permission } from '#lib/values/ability.ts';
import { MAIN_SUBJECT, actionsOf, isRight } from '#lib/values/rights-catalogue.ts';

/** A right in the form requested by a client: 'Department:read'. */
export type ClientScope = `${string}:${string}`;

/**
 * Subjects about people, their rights, their mails and what they look at; and about clients, which could create others.
 */
const PEOPLES_SUBJECTS = new Set([
  'Auth',
  'User',
  'Role',
  'UserCreationRequest',
  'AppClient',
  'MailOutbox',
  'Dashboard',
  'ApprovalPolicy',
  'ApprovalDelegation',
]);
/** Acts that a person must answer for: decisions, outgoing payments, bank accounts. */
const PEOPLES_ACTIONS = new Set([
  'approve',
  'release',
  'award',
  'evaluation-approve',
  'blacklist',
  'update-bank',
  'verify-bank',
  'override-budget',
  'override-match',
]);
/** Approval limits are among the settings. */
const PEOPLES_PAIRS = new Set(['Setting:update']);

/** Whether a right may be granted to a client at all (model of the directory, 4.4). */
export function isGrantable(subject: string, action: string): boolean {
  return (
    isRight(subject, action) &&
    !PEOPLES_SUBJECTS.has(subject) &&
    !PEOPLES_ACTIONS.has(action) &&
    !PEOPLES_PAIRS.has(`${subject}:${action}`)
  );
}

/** The two parts of a scope; null for a right that no client may have. */
export function rightOfScope(scope: string): { subject: string; action: string } | null {
  const [subject = '', action = '', ...more] = scope.split(':');
  return more.length === 0 && isGrantable(subject, action) ? { subject, action } : null;
}

/** Every scope there is, in the order of the catalogue. */
export const everyScope = (): ClientScope[] =>
  [...actionsOf].flatMap(([subject, actions]) =>
    actions.filter((action) => isGrantable(subject, action)).map((action): ClientScope => `${subject}:${action}`),
  );

/** Whether the ability covers the scope, on any record. */
export function coversScope(ability: Ability, scope: string): boolean {
  const pair = rightOfScope(scope);
  return pair !== null && ability.can(pair.subject, pair.action);
}

/** The subset of a person's rights named by the scopes: the rights of a client. */
export function rightsWithinScopes(held: readonly Permission[], scopes: ReadonlySet<string>): Permission[] {
  return held
    .flatMap((right) =>
      MAIN_SUBJECT[right.subject] ? [right, { ...right, subject: MAIN_SUBJECT[right.subject]! }] : [right],
    )
    .filter(({ subject, action }) => isGrantable(subject, action) && scopes.has(`${subject}:${action}`));
}
