import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { sessionPath } from '#lib/access/paths.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { networkOf } from '#lib/values/network.ts';
import { normaliseContactNumber } from '#lib/values/contact-number.ts';
import { longText, text } from '#lib/values/fields.ts';
import { parse } from '#lib/values/parse.ts';
import { mailPerson } from '#lib/process/mail/person-mail.server.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import { hasPoint, consumePoint, type Limit } from '#lib/process/database/rate-limit.server.ts';
import { hasLeftLongAgo } from './freed-email.server.ts';
import type { RequestFacts } from '#lib/values/actor.ts';
import { publicActor } from '#lib/values/actor.ts';
import { emailEntry } from './email-entry.ts';
import { withMinimumTime } from '#lib/access/session/minimum-time.server.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    userCreationRequests: Table<
      {
        id: string;
        version: number;
        status: string;
        kind: string;
        fullName: string;
        email: string;
        username: string | null;
        contactNumber: string | null;
        departmentId: string | null;
        jobTitle: string | null;
        reason: string;
        createdAt: string;
        createdBy: string | null;
        updatedAt: string;
        updatedBy: string | null;
      },
      'version' | 'status' | 'kind' | 'createdAt' | 'updatedAt'
    >;
  }
}

const ADDRESS_LIMIT: Limit = { name: 'register-address', points: 10, seconds: 3600 };
const PERSON_LIMIT: Limit = { name: 'register-person', points: 2, seconds: 86_400 };

const typed = z.preprocess((value) => value ?? '', z.string().trim());
const registrationSchema = z.object({
  fullName: text({ max: 120 }).schema,
  username: typed.pipe(
    z
      .string()
      .min(1, { error: 'username-required', abort: true })
      .max(60, 'too-long')
      .toLowerCase()
      .regex(/^[a-z0-9][a-z0-9._-]+$/, 'not-a-username'),
  ),
  email: emailEntry,
  contactNumber: typed.pipe(
    z
      .string()
      .refine((text) => text === '' || normaliseContactNumber(text) !== '', 'not-a-contact-number')
      .transform((text) => normaliseContactNumber(text) || null),
  ),
  reason: longText({ max: 500 }).schema,
});

/**
 * Requests an account: creates a request that our staff decide on, nothing more. Does not reveal whether the address is
 * known: its owner gets a mail instead of a second account, and a second request while one is open is dropped.
 */
export async function register(input: unknown, facts: RequestFacts): Promise<void> {
  const entered = parse(registrationSchema, input);
  await consumePoint(ADDRESS_LIMIT, networkOf(facts.ip));
  await withMinimumTime(async () => {
    const known = await knownOrAsked(entered, facts);
    // After the transaction, because counting takes a connection of its own: many at once would hold all and wait for
    // one more.
    if (known?.status !== 'active' || !(await hasPoint(PERSON_LIMIT, known.id))) return;
    await transaction((tx) => mailPerson(tx, known, 'already-registered', {}, { path: sessionPath.forgotPassword }));
  });
}

/** The person who has the address already; if nobody, creates the request. */
async function knownOrAsked(entered: z.output<typeof registrationSchema>, facts: RequestFacts) {
  return transaction(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select(['id', 'fullName', 'email', 'language', 'status'])
      .where('email', '=', entered.email)
      .where('emailFreedAt', 'is', null)
      .where(sql<boolean>`not ${await hasLeftLongAgo(tx)}`)
      .executeTakeFirst();
    if (!person) await leaveRequest(tx, entered, facts);
    return person;
  });
}

async function leaveRequest(tx: Tx, entered: z.output<typeof registrationSchema>, facts: RequestFacts): Promise<void> {
  const id = uuid();
  const left = await tx
    .insertInto('userCreationRequests')
    .values({ id, kind: 'create', status: 'submitted', ...entered })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!left) return;
  await logActivity(
    { ...publicActor(facts), fullName: entered.fullName },
    {
      event: 'user-creation-request.submitted',
      subject: 'UserCreationRequest',
      entity: 'user-creation-request',
      entityId: id,
      after: { status: 'submitted', ...entered },
    },
    tx,
  );
}
