import { signedIn } from '#lib/access/session/page.ts';
import { draftOf, deleteDraft, saveDraft } from '#lib/on-records/drafts.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: signedIn(), PUT: signedIn(), DELETE: signedIn() };

const place = (query: URLSearchParams) => query.get('place') ?? '';

export const GET = endpoint(async ({ actor, query }) => ({ draft: await draftOf(actor, place(query)) }));

export const PUT = endpoint(async ({ actor, query, body }) => saveDraft(actor, place(query), await body()));

export const DELETE = endpoint(({ actor, query }) => deleteDraft(actor, place(query)));
