import { formDataOf } from '#lib/process/http/body.server.ts';
import { Refusal, staysOnPage } from '#lib/values/refusal.ts';
import { setFlash } from '#lib/process/http/flash.server.ts';
import { mapImport, previewImport, runImport, type ImportPreview } from './import.server.ts';
import { finishedImport, type Importing } from './stored-import.server.ts';
import { undoImport } from './import-undoing.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';

/** What an import page shows: nothing yet, the preview of a file, or what came of it. */
export interface ImportView {
  importing: Importing;
  preview: ImportPreview | null;
  finished: { id: string; fileName: string; made: number; state: string } | null;
  /** Why the file or the act was refused, in words. */
  problem: string | null;
  /** The answer, when there is nothing to show: `if (view.done) return view.done;` */
  done: Response | undefined;
}

/**
 * The page of an import: a file is uploaded and validated, its columns can be reassigned, then it is imported or
 * discarded.
 */
export async function importPage(astro: PostedPage, importing: Importing): Promise<ImportView> {
  const { actor, t } = astro.locals;
  const view: ImportView = { importing, preview: null, finished: null, problem: null, done: undefined };
  const finished = astro.url.searchParams.get('done');
  if (astro.request.method !== 'POST')
    return finished ? { ...view, finished: await finishedImport(actor, importing, finished) } : view;
  const data = await formDataOf(astro.request);
  const id = String(data.get('import') ?? '');
  try {
    switch (data.get('step')) {
      case 'map':
        return { ...view, preview: await mapImport(actor, importing, id, data.getAll('column')) };
      case 'run':
        return { ...view, done: await runAndLeave(astro, importing, id, data.has('leaveOut')) };
      case 'undo':
        return { ...view, done: await undoAndLeave(astro, importing, id) };
      default:
        return { ...view, preview: await previewImport(actor, importing, fileIn(data)) };
    }
  } catch (error) {
    if (!staysOnPage(error)) throw error;
    astro.response.status = error.status;
    return { ...view, problem: t(`refusals.${error.code}`, error.details.params) };
  }
}

async function runAndLeave(astro: PostedPage, importing: Importing, id: string, leaveOut: boolean): Promise<Response> {
  await runImport(astro.locals.actor, importing, id, leaveOut);
  return astro.redirect(`${astro.url.pathname}?done=${id}`, 303);
}

async function undoAndLeave(astro: PostedPage, importing: Importing, id: string): Promise<Response> {
  const { removed } = await undoImport(astro.locals.actor, importing, id);
  setFlash(astro.cookies, { kind: 'success', text: astro.locals.t('records.import.undone', { count: removed }) });
  return astro.redirect(importing.of.path, 303);
}

function fileIn(data: FormData): File {
  const file = data.get('file');
  if (!(file instanceof File) || file.size === 0) throw new Refusal('import-without-rows');
  return file;
}
