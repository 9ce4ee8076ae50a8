import type { Actor } from '#lib/values/actor.ts';
import type { Translate } from '#lib/values/languages.ts';
import { actWords } from './act-words.ts';
import type { AnyDocument } from './document.ts';
import { documentName } from './document-name.ts';
import type { RowOfDocument } from './life-rules.ts';
import type { Life } from './life.server.ts';
import { isWaiting } from './revisions/revisions.server.ts';

/**
 * What is said when an act is done: 'PR-SWG-2026-00412 has been sent for approval.' After a yes also for whom it waits now;
 * where the last yes has done what was asked for, that it is done.
 */
export async function actMessage<D extends AnyDocument>(
  { actor, t }: { actor: Actor; t: Translate },
  { of, documents }: Life<D>,
  act: string,
  row: RowOfDocument<D>,
): Promise<string> {
  const isDone = act === 'approve' && of.final.includes(row.status);
  const isIssued = act === 'sendRevision' && !(await isWaiting(of, row.id));
  const key = isDone
    ? 'documents.said.approveAndDone'
    : isIssued
      ? 'documents.said.issueRevision'
      : actWords.said(of, act);
  const said = t(key, { name: documentName(of, row) });
  if (act !== 'approve' || isDone || !(await documents.reaches(actor, row.id))) return said;
  const { waitingFor } = await documents.get(actor, row.id);
  return waitingFor ? `${said} ${t('approvals.said.next', { names: waitingFor })}` : said;
}
