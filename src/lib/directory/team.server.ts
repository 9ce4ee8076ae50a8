import { sql } from 'kysely';
import type { Actor } from '#lib/access/actor.ts';
import { invalid } from '#lib/kernel/refusal.ts';
import { store, type ReadRow, type Seen, type WriteOptions } from '#lib/kernel/store.server.ts';
import { db, transaction, type Reader, type Tx } from '#lib/platform/database.server.ts';
import { registerRecord } from '#lib/platform/record-kinds.server.ts';
import { notActive } from './people.server.ts';
import { team, type Team } from './team.ts';

declare module '#lib/platform/database.server.ts' {
  interface Database {
    teams: Team;
    teamMembers: { teamId: string; userId: string };
  }
}

export const teams = store(team, {
  rights: { list: ['read'], show: ['show', 'update'], create: ['create'], update: ['update'], acts: { close: ['update'], reopen: ['update'] } },
  computed: { members: () => sql<number>`(select count(*) from team_members m where m.team_id = teams.id)` },
});

registerRecord({
  of: team,
  reaches: (actor, id) => teams.reaches(actor, id),
  mayAttach: (actor, id) => teams.reaches(actor, id, ['update']),
  path: (id) => `/directory/teams/${id}/show`,
});

/** A team with the ids of its members. */
export async function getTeam(actor: Actor, id: string): Promise<ReadRow<typeof team> & { memberIds: string[] }> {
  return { ...(await teams.get(actor, id)), memberIds: await membersOf(db, id) };
}

/** The members of a team by name. The caller has checked that the reader may open the team. */
export async function memberList(id: string): Promise<{ id: string; fullName: string; jobTitle: string | null; image: string | null }[]> {
  return db.selectFrom('teamMembers').innerJoin('users', 'users.id', 'teamMembers.userId').select(['users.id', 'fullName', 'jobTitle', 'image'])
    .where('teamId', '=', id).orderBy('fullName').execute();
}

/** Makes a team; its lead is a member. */
export async function createTeam(actor: Actor, input: unknown): Promise<Team> {
  return makeTeam(actor, input, {});
}

/** The same as part of something larger: an import, or its dry run. */
export async function makeTeam(actor: Actor, input: unknown, how: WriteOptions): Promise<Team> {
  const sent = (input ?? {}) as Partial<Entered>;
  const memberIds = withLead(sent.memberIds ?? [], sent.leadId);
  return teams.create(actor, { ...sent, memberIds }, (entered, tx) => check(tx, entered, entered), { ...how, after: writeMembers });
}

/** Changes a team; members, when sent, replace those that stand, and the lead is always one of them. */
export async function updateTeam(actor: Actor, seen: Seen, input: unknown): Promise<Team> {
  const sent = (input ?? {}) as Partial<Entered>;
  return transaction(async (own) => {
    const known = await membersOf(own, seen.id);
    const leadId = sent.leadId ?? (await leadOf(own, seen.id));
    return teams.update(actor, seen, { ...sent, memberIds: withLead(sent.memberIds ?? known, leadId) }, async (after, tx) => {
      await check(tx, after as never, sent);
      return { beforeLists: { memberIds: known } };
    }, { after: writeMembers, tx: own });
  });
}

/** Closes a team: it can be chosen no more, its history stays. */
export async function closeTeam(actor: Actor, seen: Seen): Promise<Team> {
  return teams.transition(actor, 'close', seen);
}

/** Takes a closed team into use again. */
export async function reopenTeam(actor: Actor, seen: Seen): Promise<Team> {
  return teams.transition(actor, 'reopen', seen);
}

type Entered = Team & { memberIds: string[] };

/** Lead and new members are active people. */
async function check(tx: Tx, { id, leadId, memberIds = [] }: Entered, sent: Partial<Entered>): Promise<void> {
  const known = sent.memberIds && id ? await membersOf(tx, id) : [];
  const asked = [
    ...(sent.leadId ? [{ path: 'leadId', id: leadId }] : []),
    ...memberIds.filter((member) => !known.includes(member)).map((member) => ({ path: 'memberIds', id: member })),
  ];
  const faults = await notActive(tx, asked);
  if (faults.length > 0) throw invalid(faults.slice(0, 2));
}

async function membersOf(reader: Reader | Tx, teamId: string): Promise<string[]> {
  const found = await reader.selectFrom('teamMembers').select('userId').where('teamId', '=', teamId).orderBy('userId').execute();
  return found.map(({ userId }) => userId);
}

async function leadOf(tx: Tx, teamId: string): Promise<string | undefined> {
  return (await tx.selectFrom('teams').select('leadId').where('id', '=', teamId).executeTakeFirst())?.leadId;
}

/** Sorted, so that the log tells of a change only where there is one. What is no list stays for the schema to refuse. */
function withLead(memberIds: unknown, leadId: string | undefined): unknown {
  const list = ([] as unknown[]).concat(memberIds ?? []);
  if (!list.every((id) => typeof id === 'string')) return memberIds;
  return [...new Set([...list.filter((id) => id !== ''), ...(leadId ? [leadId] : [])])].toSorted();
}

async function writeMembers({ id, memberIds }: Entered, tx: Tx): Promise<void> {
  await tx.deleteFrom('teamMembers').where('teamId', '=', id).execute();
  if (memberIds.length > 0) await tx.insertInto('teamMembers').values(memberIds.map((userId) => ({ teamId: id, userId }))).execute();
}
