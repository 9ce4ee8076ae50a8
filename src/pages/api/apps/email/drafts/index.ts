import { v7 as uuid } from 'uuid';
import { signedIn } from '#lib/access/session/page.ts';
import { saveDraft } from '#lib/email/draft.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

/** Begins a mail; drafts are listed as the folder 'draft'. */
export const access = { POST: signedIn() };

export const POST = endpoint(async ({ actor, body }) => created(await saveDraft(actor, uuid(), await body())));
