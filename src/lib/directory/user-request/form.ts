/** What a user request says of its own form. Browser-safe. */
import { isFilled } from '#lib/documents/form/form.ts';
import type { DocumentRules } from '#lib/documents/form/rules.ts';

export const userRequestRules: DocumentRules = {
  sections: [
    { name: 'what', fields: ['kind'] },
    { name: 'person', fields: ['fullName', 'email', 'contactNumber', 'language'] },
    { name: 'place', fields: ['departmentId', 'jobTitle', 'businessEntityIds'] },
    { name: 'access', fields: ['roleIds', 'copyRightsFromId'] },
    { name: 'when', fields: ['startDate', 'endDate', 'reason'] },
  ],
  // A new account is asked for on a page of its own, which does not ask what for.
  offered: (name, value) => name !== 'kind' || value !== 'create',
  ahead: ['startDate'],
  neededToSend: (name, { kind, copyRightsFromId }) =>
    name === 'roleIds' && [undefined, 'role-change'].includes(kind as string | undefined) && !isFilled(copyRightsFromId)
      ? 'required'
      : null,
  question: ({ typed: { departmentId, kind, roleIds, copyRightsFromId } }) =>
    departmentId
      ? { departmentId, ...(kind && { kind }), roleIds: roleIds ?? [], copyRightsFromId: copyRightsFromId || null }
      : null,
};
