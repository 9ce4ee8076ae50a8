import { pageParam } from '#lib/process/http/page-param.ts';
import type { AstroGlobal } from 'astro';
import { formPost, type Form } from '#lib/records/form/form.server.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { postedActs, type PostedActs } from '#lib/records/form/posted-acts.server.ts';
import { restoreRoleVersion, saveRolePermissions } from './permissions.server.ts';
import { isOwnRole } from './own-role.server.ts';
import { copyRole, createRole, getRole, restoreRole, retireRole, updateRole } from './role.server.ts';
import { role, type Role, rolePath } from './role.ts';

const showPath = ({ id }: { id: string }) => rolePath.show(id);
const editPath = ({ id }: { id: string }) => rolePath.edit(id);

/** The acts of a role's pages; each returns its message. */
export function roleActs(astro: AstroGlobal, { id, name, ...record }: Role): Promise<PostedActs> {
  const { actor, t } = astro.locals;
  return postedActs(astro, {
    savePermissions: async (input) => {
      const permissions = [input.right ?? []].flat().map((value) => rightOf(String(value)));
      await saveRolePermissions(actor, shownVersionOf(id, input), { permissions, reason: input.reason });
      return (
        t('records.form.saved', { name }) + (record.status === 'active' ? ` ${t('directory.role.matrix.effect')}` : '')
      );
    },
    restoreVersion: async (input) => {
      await restoreRoleVersion(actor, shownVersionOf(id, input), input);
      return t('directory.role.versions.restored', { number: String(input.number) });
    },
    retire: async (input) => {
      const { version } = await retireRole(actor, shownVersionOf(id, input));
      const undo = { path: astro.url.pathname, act: 'restore', version };
      return { kind: 'success', text: t('records.form.saved', { name }), undo };
    },
    restore: async (input) =>
      restoreRole(actor, shownVersionOf(id, input)).then(() => t('records.form.saved', { name })),
  });
}

/** The form of a new role; with `?copy=` it starts as a copy and takes over the other role's rights. */
export async function roleCreatePage(astro: AstroGlobal): Promise<{ form: Form; source: Role | null }> {
  const { actor, t } = astro.locals;
  const posted = astro.request.method === 'POST' ? (await formDataOf(astro.request)).get('copyFrom') : null;
  const copied = posted ?? astro.url.searchParams.get('copy');
  const source = copied ? await getRole(actor, String(copied)) : null;
  const initial = source
    ? {
        code: `${source.code.slice(0, 27)}-2`,
        name: t('directory.role.copyName', { name: source.name }),
        description: source.description,
        ownerId: source.ownerId,
        maxApprovalCents: source.maxApprovalCents,
        requiresSecondFactor: source.requiresSecondFactor,
      }
    : {};
  const create = (by: typeof actor, input: unknown) =>
    source ? copyRole(by, source.id, input) : createRole(by, input);
  return { form: await formPost(astro, role, create, { redirect: editPath, initial }), source };
}

export type RoleTab = 'permissions' | 'limits';

/** A role being edited: its matrix, and the form of its name and limits. */
export async function roleEditPage(astro: AstroGlobal) {
  const record = await getRole(astro.locals.actor, pageParam(astro, 'id'));
  const posted = await roleActs(astro, record);
  const isForm = astro.request.method === 'POST' && posted.act === null && !posted.done;
  const tab: RoleTab = isForm || astro.url.searchParams.get('tab') === 'limits' ? 'limits' : 'permissions';
  const form =
    posted.done || tab === 'permissions'
      ? null
      : await formPost(astro, role, (actor, input, seen) => updateRole(actor, seen, input), {
          initial: record,
          redirect: showPath,
        });
  const isOwn = await isOwnRole(astro.locals.actor, record.id);
  return { record, posted, form, tab, isOwn, done: posted.done ?? form?.done };
}

/** 'PurchaseOrder:approve', or with its narrowed reach: 'Vendor:show:own'. */
function rightOf(value: string): { subject: string; action: string; condition: string | undefined } {
  const [subject = '', action = '', condition] = value.split(':');
  return { subject, action, condition };
}
