import { signedIn } from '#lib/access/session/page.ts';
import { searchAnswer } from '#lib/records/search/search-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Every signed-in person finds what the lists they may open would show. */
export const access = { GET: signedIn() };

export const GET = endpoint(({ actor, locals, query }) => searchAnswer(actor, locals, query.get('q') ?? ''));
