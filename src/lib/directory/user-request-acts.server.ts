import type { Actor } from '#lib/access/actor.ts';
import { isAskedNow } from '#lib/approvals/tasks.server.ts';
import { DOC_TYPE, REQUEST, getUserRequest, userRequests, type ReadUserRequest } from './user-request.server.ts';
import { userRequest, type UserRequest } from './user-request.ts';

export const ACTS = ['edit', 'submit', 'withdraw', 'approve', 'return', 'reject', 'cancel'] as const;
export type RequestAct = (typeof ACTS)[number];

export type FullUserRequest = ReadUserRequest & { allowedActions: RequestAct[] };

/** A request as people and the API read it: with what the reader may do to it now. */
export async function readUserRequest(actor: Actor, id: string): Promise<FullUserRequest> {
  const request = await getUserRequest(actor, id);
  return { ...request, allowedActions: await actsOf(actor, request) };
}

/** What the API answers after a change; of a request that the actor may write and not read, the row alone. */
export async function answerOf(actor: Actor, request: UserRequest): Promise<FullUserRequest | UserRequest> {
  return (await userRequests.reaches(actor, request.id)) ? readUserRequest(actor, request.id) : request;
}

/** The operations decide for themselves all the same. */
async function actsOf(actor: Actor, request: UserRequest): Promise<RequestAct[]> {
  const own = request.requesterId === actor.id && actor.ability.can('UserCreationRequest', ...REQUEST);
  const from = (act: keyof typeof userRequest.transitions) =>
    (userRequest.transitions[act].from as readonly string[]).includes(request.status);
  const decides = !own && request.status === 'pending-approval' && (await isAskedNow(actor, DOC_TYPE, request.id));
  const may: Record<RequestAct, boolean> = {
    edit: own && from('submit'),
    submit: own && from('submit'),
    withdraw: own && from('withdrawDecided'),
    cancel: own && from('cancel'),
    approve: Boolean(decides),
    return: Boolean(decides),
    reject: Boolean(decides),
  };
  return ACTS.filter((act) => may[act]);
}
