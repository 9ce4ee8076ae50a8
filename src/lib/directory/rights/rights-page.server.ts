import type { AstroGlobal } from 'astro';
import type { Choice } from '#lib/records/list/choices.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { faultSentence } from '#lib/process/i18n/sentence.server.ts';
import { explainRight, type Verdict } from './right-verdict.server.ts';
import { roles } from '#lib/directory/role/role.server.ts';
import {
  compareUsers,
  explainRights,
  previewRole,
  type RolePreview,
  type UserComparison,
  type UserRights,
} from './user-rights.server.ts';
import { users } from '#lib/directory/user/user.server.ts';

type Page = Pick<AstroGlobal, 'locals' | 'url' | 'response'>;

/** A person's rights, and the answer to the question in the address. */
export interface RightsView extends UserRights {
  /** The question: a right, perhaps on the record of a number; another person; a role. */
  typed: { right: string; number: string; with: string; role: string };
  errors: Record<string, string>;
  verdict: Verdict | null;
  comparison: UserComparison | null;
  preview: RolePreview | null;
  people: Choice[];
  /** Roles that could be added, and those that could be removed. */
  roleChoices: { add: Choice[]; remove: Choice[] };
}

/**
 * The explain panel (model of the directory, 4.1; right User explain): `?right=PurchaseRequest:approve&number=…` tests,
 * `?with=` compares, `?role=` tries a role. Each is a plain form of its own; nothing is saved.
 */
export async function rightsView({ locals, url, response }: Page, userId: string): Promise<RightsView> {
  const { actor } = locals;
  const asked = (name: string) => url.searchParams.get(name) ?? '';
  const typed = { right: asked('right'), number: asked('number'), with: asked('with'), role: asked('role') };
  const [held, everybody, active] = await Promise.all([
    explainRights(actor, userId),
    users.choices(['invited', 'active', 'suspended', 'locked']),
    roles.choices(),
  ]);
  const people = everybody.filter(({ value }) => value !== userId);
  const remove = held.roles.map(({ id, name }) => ({ value: id, label: name }));
  const add = active.filter(({ value }) => !remove.some((role) => role.value === value));
  const view: RightsView = {
    ...held,
    typed,
    errors: {},
    verdict: null,
    comparison: null,
    preview: null,
    people,
    roleChoices: { add, remove },
  };
  if (people.some(({ value }) => value === typed.with)) view.comparison = await compareUsers(actor, userId, typed.with);
  if ([...add, ...remove].some(({ value }) => value === typed.role))
    view.preview = await previewRole(actor, userId, typed.role);
  if (!typed.right) return view;
  return explainRight(actor, userId, typed).then(
    (verdict) => ({ ...view, verdict }),
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 422) throw error;
      response.status = 422;
      return {
        ...view,
        errors: Object.fromEntries(error.errors.map((fault) => [fault.path, faultSentence(locals.t, fault)])),
      };
    },
  );
}
