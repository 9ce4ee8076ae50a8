import { signedIn } from '#lib/access/session/page.ts';
import { searchAnswer } from '#lib/records/search/search-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Whoever is signed in finds what the lists that are open to them would show. */
export const access = { GET: signedIn() };

export const GET = endpoint(({ actor, locals, query }) => searchAnswer(actor, locals, query.get('q') ?? ''));
