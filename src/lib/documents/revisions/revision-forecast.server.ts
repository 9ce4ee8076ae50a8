import { expectedChain, type Chain } from '#lib/approvals/approval-chain.server.ts';
import { transaction } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { notFound } from '#lib/values/refusal.ts';
import { rightsIn } from '#lib/documents/acts.server.ts';
import type { NotNeeded } from '#lib/documents/form/form.ts';
import type { Life } from '#lib/documents/life.server.ts';
import { enteredIn, revisionAsked } from './revision-asked.server.ts';
import { isChange } from './revision.ts';
import { openRevision } from './revisions.server.ts';

/**
 * What sending the open revision would do if it said this: who would be asked, by the same rules and totals by which it is
 * sent, or that no approval is needed; null where nothing differs from what is in force. 404 where no draft of a revision
 * is open, 422 for what does not fit.
 */
export async function revisionForecast(
  life: Life<any>,
  actor: Actor,
  id: string,
  input: Record<string, unknown>,
): Promise<Chain | NotNeeded | null> {
  const { of, documents, rules } = life;
  const amend = rules.amend!;
  const row: any = await documents.get(actor, id, rightsIn(of.acts['changeRevision']!.may));
  const asked = await transaction(async (tx) => {
    const open = await openRevision(of, id, tx);
    if (open?.status !== 'draft') throw notFound();
    const proposal = await amend.propose(tx, actor, row, { ...open.after, ...enteredIn(of, input) });
    if (!isChange(proposal.difference)) return null;
    if (!amend.needsApproval(proposal.difference, row)) return NOT_NEEDED;
    return revisionAsked(tx, actor, of, row, amend, proposal);
  });
  return asked && 'docType' in asked ? expectedChain(asked) : asked;
}

const NOT_NEEDED: NotNeeded = { status: 'not-needed' };
