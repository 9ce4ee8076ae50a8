import { signedIn } from '#lib/access/session/page.ts';
import { readInbox, readInboxQuery } from '#lib/approvals/inbox/inbox.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: signedIn() };

/** What waits for the actor (`?type=all|requests|…`, `age`, `amountFrom`, `amountTo`), the next due first, or what the actor has decided (`decided-by-me`). */
export const GET = endpoint(({ actor, query }) => readInbox(actor, readInboxQuery(query)));
