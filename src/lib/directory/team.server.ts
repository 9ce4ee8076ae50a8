import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { invalid, type FieldError } from '#lib/values/refusal.ts';
import { store } from '#lib/records/store.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { db, transaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { registerRecord } from '#lib/records/record-kinds.server.ts';
import { chosenTwice } from './people.server.ts';
import { ownAppointments } from './appointments.server.ts';
import { team, type Team, teamPath } from './team.ts';

interface Member {
  userId: string;
  /** 'Driver', 'holds the keys': in the team's own words. */
  roleInTeam: string | null;
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    teams: Team;
    teamMembers: Member & { teamId: string };
  }
}

export const teams = store(team, {
  rights: {
    list: ['read'],
    show: ['show', 'update'],
    create: ['create'],
    update: ['update'],
    acts: { close: ['update'], reopen: ['update'] },
  },
  computed: { memberCount: () => sql<number>`(select count(*) from team_members m where m.team_id = teams.id)` },
  lists: async (id, reader) => ({ members: await membersOf(reader, id) }),
});

registerRecord({
  of: team,
  reaches: (actor, id) => teams.reaches(actor, id),
  mayAttach: (actor, id) => teams.reaches(actor, id, ['update']),
  path: teamPath.show,
});

/** A team with its members. */
export async function getTeam(actor: Actor, id: string): Promise<ReadRow<typeof team> & { members: Member[] }> {
  return { ...(await teams.get(actor, id)), members: await membersOf(db, id) };
}

export interface ListedMember {
  id: string;
  fullName: string;
  jobTitle: string | null;
  image: string | null;
  roleInTeam: string | null;
}

/** The members of a team by name. The caller has checked that the reader may open the team. */
export async function memberList(id: string): Promise<ListedMember[]> {
  return db
    .selectFrom('teamMembers')
    .innerJoin('users', 'users.id', 'teamMembers.userId')
    .select(['users.id', 'fullName', 'jobTitle', 'image', 'roleInTeam'])
    .where('teamId', '=', id)
    .orderBy('fullName')
    .execute();
}

/** Creates a team; its lead is a member. */
export async function createTeam(actor: Actor, input: unknown): Promise<Team> {
  return makeTeam(actor, input, {});
}

/** The same as part of something larger: an import, or its dry run. */
export async function makeTeam(actor: Actor, input: unknown, how: WriteOptions): Promise<Team> {
  const sent = (input ?? {}) as Partial<Entered>;
  const members = withLead(sent.members ?? [], sent.leadId);
  return teams.create(
    actor,
    { ...sent, members },
    async (entered) => check(chosenTwice('members', entered.members ?? [])),
    {
      ...how,
      after: writeMembers,
    },
  );
}

/**
 * Updates a team; members, when sent, replace the existing ones, and the lead is always one of them. Nobody joins one by
 * their own hand (`own-appointment`).
 */
export async function updateTeam(actor: Actor, seen: ShownVersion, input: unknown): Promise<Team> {
  const sent = (input ?? {}) as Partial<Entered>;
  return transaction(async (own) => {
    const known = await membersOf(own, seen.id);
    const leadId = sent.leadId ?? (await leadOf(own, seen.id));
    const wanted: Partial<Entered> = {};
    return teams.update(
      actor,
      seen,
      { ...sent, members: withLead(sent.members ?? known, leadId) },
      async (after, tx) => {
        check([
          ...chosenTwice('members', after['members'] ?? []),
          ...ownAppointments(actor, joining(actor, after as unknown as Entered, known)),
        ]);
        wanted.members = await byName(tx, after['members']);
      },
      { after: writeMembers, tx: own, also: wanted },
    );
  });
}

/** Closes a team: it can no longer be chosen, its history stays. */
export async function closeTeam(actor: Actor, seen: ShownVersion): Promise<Team> {
  return teams.transition(actor, 'close', seen);
}

/** Reopens a closed team. */
export async function reopenTeam(actor: Actor, seen: ShownVersion): Promise<Team> {
  return teams.transition(actor, 'reopen', seen);
}

type Entered = Team & { members: Member[] };

function check(faults: FieldError[]): void {
  if (faults.length > 0) throw invalid(faults);
}

/** The entries by which the actor would come into the team: policies ask its members. */
function joining({ id }: Actor, { leadId, members }: Entered, known: readonly Member[]): string[] {
  if (known.some(({ userId }) => userId === id)) return [];
  if (leadId === id) return ['leadId'];
  return members.flatMap(({ userId }, at) => (userId === id ? [`members.${at}.userId`] : []));
}

async function membersOf(reader: Db, teamId: string): Promise<Member[]> {
  return reader
    .selectFrom('teamMembers')
    .innerJoin('users', 'users.id', 'userId')
    .select(['userId', 'roleInTeam'])
    .where('teamId', '=', teamId)
    .orderBy('fullName')
    .orderBy('userId')
    .execute();
}

/** In the order of `membersOf`, so that a different order alone is no change. */
async function byName(tx: Tx, members: readonly Member[]): Promise<Member[]> {
  const ids = members.map(({ userId }) => userId);
  const people = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('fullName')
    .orderBy('id')
    .execute();
  return people.map(({ id }) => ({ userId: id, roleInTeam: members.find(({ userId }) => userId === id)!.roleInTeam }));
}

async function leadOf(tx: Tx, teamId: string): Promise<string | undefined> {
  return (await tx.selectFrom('teams').select('leadId').where('id', '=', teamId).executeTakeFirst())?.leadId;
}

/** Adds the lead at the end of the list when missing; an invalid list is left to the schema. */
function withLead(members: unknown, leadId: string | undefined): unknown {
  if (
    !Array.isArray(members) ||
    !leadId ||
    members.some((member) => (member as Partial<Member> | null)?.userId === leadId)
  )
    return members;
  return [...members, { userId: leadId, roleInTeam: null }];
}

async function writeMembers({ id, members }: Entered, tx: Tx): Promise<void> {
  await tx.deleteFrom('teamMembers').where('teamId', '=', id).execute();
  if (members.length > 0)
    await tx
      .insertInto('teamMembers')
      .values(members.map((member) => ({ teamId: id, ...member })))
      .execute();
}
