import type { Actor } from '#lib/values/actor.ts';
import { createAppClient } from '#lib/directory/app-client/app-client.server.ts';
import { approveUserRequest, returnUserRequest, submitUserRequest } from '#lib/directory/user-request/life.server.ts';
import { createUserRequest } from '#lib/directory/user-request/writing.server.ts';
import { today } from '#lib/values/time.ts';
import { db } from '#lib/process/database/database.server.ts';
import '#lib/modules.server.ts';
import { actorNamed } from './builders.ts';

interface Story {
  by: string;
  kind: 'create' | 'change' | 'role-change';
  /** The username of the person it is about. */
  about?: string;
  fullName?: string;
  email?: string;
  jobTitle?: string;
  /** Codes. */
  department?: string;
  roles?: string[];
  reason: string;
  /** What has happened since it was submitted. */
  next?: (row: Parameters<typeof submitUserRequest>[1]) => Promise<unknown>;
}

const send = (by: string) => async (row: Parameters<typeof submitUserRequest>[1]) =>
  submitUserRequest(await actorNamed(by), row);

/** Requests by heads for their people, oldest first. */
const stories: Story[] = [
  {
    by: 'head',
    kind: 'create',
    fullName: 'Lee Hui Min 李慧敏',
    email: 'hui.min@garden.example',
    jobTitle: 'Ceremony assistant',
    department: 'OPS',
    roles: ['STAFF'],
    reason: 'Joins the ceremonies team for the Qing Ming weeks and stays if it suits both.',
    next: send('head'),
  },
  {
    by: 'head',
    kind: 'change',
    about: 'duty',
    jobTitle: 'Senior duty officer',
    reason: 'Leads the night shift from the first of the month.',
    next: async (row) =>
      approveUserRequest(await actorNamed('manager'), await send('head')(row), { comment: 'Well deserved.' }),
  },
  {
    by: 'counterhead',
    kind: 'create',
    fullName: 'Arjun Pillai',
    email: 'arjun.pillai@garden.example',
    jobTitle: 'Counter assistant',
    department: 'CUS',
    roles: ['COUNTER', 'FINANCE-MANAGER'],
    reason: 'Second person at the counter on Sundays.',
    next: async (row) =>
      returnUserRequest(await actorNamed('manager'), await send('counterhead')(row), {
        comment: 'Finance manager is more than the counter needs. Please ask for Counter alone.',
      }),
  },
  {
    by: 'admin',
    kind: 'create',
    fullName: 'Desmond Goh',
    email: 'desmond.goh@garden.example',
    jobTitle: 'Audit assistant',
    department: 'MGT',
    roles: ['AUDITOR'],
    reason: 'Helps Helen with the yearly audit',
  },
  {
    by: 'kitchen',
    kind: 'create',
    fullName: 'Noraini Salleh',
    email: 'noraini@garden.example',
    jobTitle: 'Kitchen helper',
    department: 'KIT',
    roles: ['STAFF'],
    reason: 'Helps with the vegetarian sets',
  },
];

/**
 * Creates requests for accounts and an app client with limited rights, through the operations; existing ones are not
 * created again.
 */
export async function buildAccounts(): Promise<void> {
  const [users, roles, departments] = await Promise.all(
    [
      db.selectFrom('users').select(['id', 'username as code']).execute(),
      db.selectFrom('roles').select(['id', 'code']).execute(),
      db.selectFrom('departments').select(['id', 'code']).execute(),
    ].map(async (rows) => new Map((await rows).map(({ id, code }) => [code as string, id]))),
  );
  const known = new Set((await db.selectFrom('userRequests').select('reason').execute()).map(({ reason }) => reason));
  for (const { by, about, department, roles: codes, next, ...entered } of stories) {
    if (known.has(entered.reason)) continue;
    const row = await createUserRequest(await actorNamed(by), {
      ...entered,
      startDate: today(),
      ...(about && { subjectUserId: users!.get(about) }),
      ...(department && { departmentId: departments!.get(department) }),
      ...(codes && { roleIds: codes.map((code) => roles!.get(code)), businessEntityIds: [] }),
    });
    await next?.(row);
  }
  if (await db.selectFrom('appClients').select('id').where('name', '=', CLIENT).executeTakeFirst()) return;
  const siti: Actor = await actorNamed('admin');
  await createAppClient(siti, {
    name: CLIENT,
    description: 'Reads departments and teams every night, so that wages are booked where they belong.',
    ownerUserId: siti.id,
    departmentId: departments!.get('MGT'),
    environment: 'live',
    scopes: ['Department:read', 'Team:read'],
    requestsPerMinute: 60,
    tokenMinutes: 15,
    networks: [{ network: '203.0.113.40', note: 'Payroll server' }],
  });
}

const CLIENT = 'Payroll';
