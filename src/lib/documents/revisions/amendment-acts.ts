import type { ActDeclaration, ActGrant } from '#lib/documents/document.ts';

/**
 * The acts by which a document in force is revised while it stays valid: begin, change, send, take back, drop. `from` are
 * the statuses in which it is in force; decisions on the revision are those of the document.
 */
export function amendmentActs<S extends string>(
  may: readonly ActGrant<S>[],
  from: readonly S[],
): Record<string, ActDeclaration<any, any>> {
  return {
    amend: {
      may,
      from,
      asks: 'reason',
      address: 'amendment',
      revision: 'none',
      inverse: 'dropRevision',
      seldom: true,
      icon: 'pencil',
    },
    changeRevision: { may, from, address: 'revision', revision: 'draft' },
    sendRevision: {
      may,
      from,
      address: 'revision-submission',
      revision: 'draft',
      icon: 'send',
      look: 'primary',
    },
    withdrawRevision: {
      may,
      from,
      address: 'revision-withdrawal',
      revision: 'pending-approval',
      icon: 'undo-2',
    },
    dropRevision: {
      may,
      from,
      address: 'amendment',
      revision: 'open',
      inverse: 'amend',
      seldom: true,
      icon: 'trash-2',
      look: 'danger',
    },
  };
}
