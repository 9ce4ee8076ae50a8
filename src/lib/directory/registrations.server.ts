import { validate } from 'uuid';
import { personId, type Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { notFound, Refusal } from '#lib/values/refusal.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';

/** Somebody who asked for an account on the page for visitors, and whom nobody has answered yet. */
export interface Registration {
  id: string;
  fullName: string;
  email: string;
  contactNumber: string | null;
  reason: string;
  createdAt: string;
}

const ENTITY = 'user-creation-request';

/** Whether the actor answers those who ask by themselves: who writes requests and reads those of every department. */
const mayAnswer = ({ ability }: Actor): boolean =>
  ability.can('UserCreationRequest', 'request-user-creation') &&
  ability.scopes('UserCreationRequest', ['user-creation-read']).has('entity');

/** Those who wait for an answer, the oldest first; none for who may not answer. */
export async function registrationsWaiting(actor: Actor): Promise<Registration[]> {
  return mayAnswer(actor) ? waiting().orderBy('createdAt').limit(100).execute() : [];
}

/** One of them; 404 for one that has been answered, and for who may not answer. */
export async function registrationFor(actor: Actor, id: string): Promise<Registration> {
  const found = validate(id) && mayAnswer(actor) ? await waiting().where('id', '=', id).executeTakeFirst() : undefined;
  if (!found) throw notFound();
  return found;
}

/** The registration goes on as a request of ours, in the transaction in which that is written; 409 when somebody was faster. */
export function takeUpRegistration(tx: Tx, actor: Actor, id: string): Promise<void> {
  return answered(tx, actor, id, 'fulfilled');
}

/** Nobody makes an account of it; whoever asked may ask again. */
export async function declineRegistration(actor: Actor, id: string): Promise<Registration> {
  const registration = await registrationFor(actor, id);
  await transaction((tx) => answered(tx, actor, id, 'rejected'));
  return registration;
}

const waiting = () =>
  db
    .selectFrom('userCreationRequests')
    .select(['id', 'fullName', 'email', 'contactNumber', 'reason', 'createdAt'])
    .where('status', '=', 'submitted')
    .where('kind', '=', 'create');

async function answered(tx: Tx, actor: Actor, id: string, status: 'fulfilled' | 'rejected'): Promise<void> {
  const row = await tx
    .updateTable('userCreationRequests')
    .set((eb) => ({
      status,
      version: eb('version', '+', 1),
      updatedAt: new Date().toISOString(),
      updatedBy: personId(actor),
    }))
    .where('id', '=', id)
    .where('status', '=', 'submitted')
    .returning(['id', 'fullName'])
    .executeTakeFirst();
  if (!row) throw new Refusal('registration-answered', 409);
  await logActivity(
    actor,
    {
      event: `${ENTITY}.${status === 'rejected' ? 'declined' : 'taken-up'}`,
      subject: 'UserCreationRequest',
      entity: ENTITY,
      entityId: id,
      before: { status: 'submitted' },
      after: { status },
      params: { person: row.fullName },
    },
    tx,
  );
}
