import { deleteOldDrafts } from './drafts.server.ts';
import { deleteOldImports } from '#lib/on-records/import/stored-import.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';

/** Forgets what people have begun and not gone on with: drafts and imports. */
async function forgetUnfinished(): Promise<{ drafts: number; imports: number }> {
  return { drafts: await deleteOldDrafts(), imports: await deleteOldImports() };
}

declareJob({ name: 'unfinished-cleanup', schedule: '10 3 * * *', run: forgetUnfinished });
