import type { DocumentForm, OpenedDocument } from '#lib/documents/form/document-form.server.ts';
import type { SavedDocument } from '#lib/documents/form/form.ts';
import type { Life } from '#lib/documents/life.server.ts';
import { revisionForecast } from './revision-forecast.server.ts';
import { openRevision } from './revisions.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { notFound } from '#lib/values/refusal.ts';

/**
 * The form of a document for its revision: the same fields, rules and choices, filled with what was entered into the
 * revision; saved into it, and sent with it. What sending would do is asked at `[id]/revision-forecast`
 * (revisionForecastEndpoint). 404 where no draft of a revision is open.
 */
export async function revisionForm<R extends SavedDocument>(
  form: DocumentForm<R> & { record: OpenedDocument },
  life: Life<any>,
): Promise<DocumentForm<R>> {
  const { of } = life;
  const open = await openRevision(of, form.record.id, db);
  if (open?.status !== 'draft') throw notFound();
  const act = form.record.allowedActions?.find((one) => one.act === 'changeRevision');
  const [save, send] = [life.operation('changeRevision'), life.operation('sendRevision')];
  return {
    ...form,
    revises: true,
    life: { of, submit: (actor, seen, input, tx) => send(actor, seen, input, tx) as Promise<R> },
    record: {
      ...form.record,
      ...open.after,
      status: of.statuses[0],
      allowedActions: act ? [{ ...act, act: 'edit' }] : [],
    },
    expected: {
      at: `${of.path}/${form.record.id}/revision-forecast`,
      ask: (actor, question) => revisionForecast(life, actor, form.record.id, question),
    },
    update: (actor, seen, input, tx) => save(actor, seen, input, tx) as Promise<R>,
  };
}
