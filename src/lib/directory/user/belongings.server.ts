import { sql } from 'kysely';
import { openDocuments } from '#lib/documents/ownership/open-documents.server.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';

export interface Belongings {
  roles: { id: string; name: string; status: string }[];
  departments: { id: string; name: string }[];
  entities: { id: string; name: string }[];
  /** Active ones, with the person's function in each. */
  teams: { id: string; name: string; roleInTeam: string | null }[];
  /** The request that created the account. */
  madeBy: { id: string; number: string } | null;
  /** Decisions waiting for this person. */
  waiting: number;
}

/** The number of open documents the person owns. */
export async function openDocumentsOf(userId: string, reader: Db = db): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (${openDocuments()}) p where p.owner_id = ${userId}`.execute(reader);
  return rows[0]!.count;
}

/** What somebody else has to take over when a person can no longer act. */
export interface LeftBehind {
  /** How many open documents the person owns. */
  documents: number;
  /** Active departments that the person heads, and active app clients owned by the person: by name. */
  departments: string[];
  clients: string[];
}

/** What a person would leave behind; one statement. */
export async function leftBehindBy(userId: string): Promise<LeftBehind> {
  const { rows } = await sql<LeftBehind>`select
    (select count(*) from (${openDocuments()}) p where p.owner_id = ${userId}) as documents,
    (select coalesce(jsonb_agg(name order by name), '[]') from departments where head_user_id = ${userId} and status = 'active') as departments,
    (select coalesce(jsonb_agg(name order by name), '[]') from app_clients where owner_user_id = ${userId} and status = 'active') as clients`.execute(
    db,
  );
  return rows[0]!;
}

/** Active app clients owned by a person, by name. */
export async function clientsOf(userId: string, reader: Db = db): Promise<string[]> {
  const rows = await reader
    .selectFrom('appClients')
    .select('name')
    .where('ownerUserId', '=', userId)
    .where('status', '=', 'active')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** What a person belongs to, by name; one statement. The caller has checked that the reader may open the person. */
export async function belongings(userId: string): Promise<Belongings> {
  const named = (table: string, link: string, key: string, name: string, more = '') => sql`
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.${sql.raw(name)}${sql.raw(more)}) order by r.${sql.raw(name)}), '[]')
      from ${sql.table(link)} l join ${sql.table(table)} r on r.id = l.${sql.raw(key)} where l.user_id = ${userId})`;
  const { rows } = await sql<Belongings>`select
    ${named('roles', 'user_roles', 'role_id', 'name', ", 'status', r.status")} as roles,
    ${named('departments', 'user_departments', 'department_id', 'name')} as departments,
    ${named('business_entities', 'user_business_entities', 'business_entity_id', 'legal_name')} as entities,
    (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'roleInTeam', m.role_in_team) order by t.name), '[]')
      from team_members m join teams t on t.id = m.team_id and t.status = 'active' where m.user_id = ${userId}) as teams,
    (select jsonb_build_object('id', q.id, 'number', q.number) from user_requests q where q.subject_user_id = ${userId} and q.kind = 'create' and q.status = 'fulfilled') as made_by,
    (select count(*) from approval_tasks where assignee_id = ${userId} and status = 'pending') as waiting`.execute(db);
  return rows[0]!;
}
