import type { AstroGlobal } from 'astro';
import { activityCount } from '#lib/activity/activity.server.ts';
import { chainOf, type Chain } from '#lib/approvals/approval-chain.server.ts';
import { openedFields } from '#lib/approvals/tasks.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import type { AnyDocument } from './document.ts';
import { editsBy, givesFiles, takesFiles } from './document-files.server.ts';
import { spansNotInForce } from './in-force.server.ts';
import type { Life } from './life.server.ts';
import { postedAct, type PostedAct } from './posted-act.server.ts';
import { readDeleted, readDocument, type FullDocument } from './reading.server.ts';
import { shownRevisions, type ShownRevision } from './revisions/shown-revisions.server.ts';
import { decidesNow, type ShownDocument } from './show.ts';

/** What the page of a document shows besides its own cards. */
export interface ShowPage<D extends AnyDocument, M extends object = object> {
  of: D;
  document: FullDocument<D, M>;
  chain: Chain | null;
  posted: PostedAct | null;
  /** Whether the tab of the log is open. */
  log: boolean;
  entries: number;
  /** Fields that a policy opens to this reader before deciding. */
  opened: string[];
  /** The newest first; the open one has no end yet. */
  revisions: ShownRevision[];
  mayAttach: boolean;
  mayDetach: boolean;
  done: undefined;
}

/** The page of one document, also of a deleted one for whoever may restore it: does the posted act first, then reads what is shown; `if (page.done) return page.done;` */
export async function showPage<D extends AnyDocument, M extends object>(
  astro: AstroGlobal,
  life: Life<D, M>,
  id: string,
): Promise<ShowPage<D, M> | { done: Response }> {
  const { actor } = astro.locals;
  const posted = await postedAct(astro, life, id);
  if (posted?.done) return { done: posted.done };
  const document = await readDocument<D, M>(actor, life, id).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    return readDeleted<D, M>(actor, life, id);
  });
  const decides = decidesNow(document) && (life.of.opened ?? []).length > 0;
  const [chain, entries, opened, revisions] = await Promise.all([
    spansNotInForce(life.of, id, 'dropped').then((spans) => chainOf(life.of.docType, id, spans)),
    activityCount(id),
    decides ? openedFields(actor, life.of.docType, id) : [],
    shownRevisions(life.of, id, astro.locals),
  ]);
  const edits = editsBy(document.allowedActions);
  const mayAttach = takesFiles(life.of, { status: document.status, edits, isAsked: waitsFor(actor, chain) });
  return {
    of: life.of as D,
    document,
    chain,
    posted,
    log: astro.url.searchParams.get('tab') === 'log',
    entries,
    opened,
    revisions,
    mayAttach,
    mayDetach: mayAttach && givesFiles(life.of, document as unknown as ShownDocument),
    done: undefined,
  };
}

/** Whether a decision of this route waits for the actor, whatever keeps them from taking it. */
const waitsFor = ({ id }: Actor, chain: Chain | null): boolean =>
  chain?.steps.some(({ people }) => people.some(({ userId, status }) => userId === id && status === 'pending')) ??
  false;
