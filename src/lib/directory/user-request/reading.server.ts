import { readDocument, type FullDocument } from '#lib/documents/reading.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { userRequestLife } from './life.server.ts';
import type { RequestLists, userRequest } from './user-request.ts';

/** A request as people and the API read it: with its lists, and what the reader may do to it now. */
export type FullUserRequest = FullDocument<typeof userRequest, RequestLists>;

/** One request, for whoever may open it; 404 beyond reach. */
export const readUserRequest = (actor: Actor, id: string): Promise<FullUserRequest> =>
  readDocument(actor, userRequestLife, id);
