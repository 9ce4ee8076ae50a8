import { sql, type RawBuilder } from 'kysely';
import { isDiskFull, noteFullDisk } from '#lib/process/config/full-disk.server.ts';
import { MAX_IDLE_MS } from '#lib/values/constants.ts';
import { config } from '#lib/process/config/config.server.ts';
import { fixedStatement } from '#lib/process/database/fixed-statement.server.ts';
import { Ability, DEFAULT_PERMISSIONS, type Permission } from '#lib/values/ability.ts';
import type { Actor, RequestFacts } from '#lib/values/actor.ts';
import { moduleOf } from '#lib/values/rights-catalogue.ts';
import { PROOF_MINUTES } from './factor.ts';

/** Ceiling for counting unread notifications; nobody reads a higher figure. */
const UNREAD_MOST = 100;

type ActorRow = Omit<
  Actor,
  'type' | 'client' | 'ability' | 'departmentTreeIds' | 'mustSetUpSecondFactor' | keyof RequestFacts
> & { permissions: Permission[]; treeIds: string[]; secondFactorRequired: boolean };

/**
 * Condition for a live session: not ended, not expired, not idle for too long unless remembered, of an active person.
 */
export const LIVE = sql<boolean>`s.ended_at is null and s.expires_at > now()
  and (s.remember or s.last_active_at > now() - ${MAX_IDLE_MS} * interval '1 millisecond') and u.status = 'active'`;

/**
 * The actor of a session, with everything a request needs to know, in one statement. `touch` counts the request as use:
 * at most one write in 20 seconds. Null when the session is not live.
 */
export async function actorOfSession(id: string, facts: RequestFacts, touch: boolean): Promise<Actor | null> {
  const { rows } = await whileFull(touch, (counts) => bySession({ id, touch: counts }));
  return rows[0] ? actorFrom(rows[0], facts) : null;
}

/** As `actorOfSession`, for the session of a refresh token that was not used up, or `graceSeconds` ago at most. */
export async function actorOfRefreshToken(
  hash: Buffer,
  graceSeconds: number,
  facts: RequestFacts,
  touch: boolean,
): Promise<Actor | null> {
  const { rows } = await whileFull(touch, (counts) => byRefreshToken({ hash, graceSeconds, touch: counts }));
  return rows[0] ? actorFrom(rows[0], facts) : null;
}

/** The actor a person would be now, without a session: to find out what they may open. Null when not active. */
export async function actorOfPerson(userId: string): Promise<Actor | null> {
  const nobodyAsks: RequestFacts = { requestId: '', ip: null, userAgent: null };
  const { rows } = await byPerson({ userId });
  return rows[0] ? actorFrom(rows[0], nobodyAsks) : null;
}

/** On a full disk nobody can be counted as active; what can be read stays readable. */
function whileFull<T>(touch: boolean, read: (touch: boolean) => Promise<T>): Promise<T> {
  return read(touch).catch((error: unknown) => {
    if (!touch || !isDiskFull(error)) throw error;
    noteFullDisk(error);
    return read(false);
  });
}

const actorStatement = (session: RawBuilder<unknown>, touch: RawBuilder<boolean>) => sql<ActorRow>`
    with session as (
      ${session}
    ), touched as (
      update sessions set last_active_at = now() from session
      where sessions.id = session.id and ${touch} and last_active_at < now() - interval '20 seconds'
    ), own as (
      select d.department_id as id from user_departments d join session on session.user_id = d.user_id
    )
    select u.id, u.full_name, u.username, u.email, u.language, u.image, u.main_department_id, u.all_entities, u.personal_redirect, u.single_keys,
      session.id as session_id, session.remember as remembered, coalesce(c.must_change, false) as must_change_password,
      ${HAS_SECOND_FACTOR} as has_second_factor,
      exists (select 1 from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id and r.status = 'active' and r.requires_second_factor) as second_factor_required,
      coalesce(session.proved_at > now() - ${PROOF_MINUTES} * interval '1 minute', false) as has_proved_identity,
      (select coalesce(jsonb_agg(held), '[]') from (
        select distinct p.subject, p.action, p.condition from user_roles ur join roles r on r.id = ur.role_id and r.status = 'active'
        join role_permissions p on p.role_id = r.id where ur.user_id = u.id) held) as permissions,
      (select coalesce(jsonb_agg(id), '[]') from own) as department_ids,
      ${departmentTree} as tree_ids,
      (select coalesce(jsonb_agg(business_entity_id), '[]') from user_business_entities b where b.user_id = u.id) as business_entity_ids,
      (select count(*) from approval_tasks t where t.assignee_id = u.id and t.status = 'pending') as waiting_count,
      (select count(*) from (select 1 from notifications n where n.user_id = u.id and n.read_at is null and n.in_app and not n.is_task limit ${UNREAD_MOST}) unread) as unread_count
    from session join users u on u.id = session.user_id left join user_credentials c on c.user_id = u.id`;

const liveSession = (id: RawBuilder<unknown>) =>
  sql`select s.id, s.user_id, s.remember, s.proved_at from sessions s join users u on u.id = s.user_id where s.id = ${id} and ${LIVE}`;

const bySession = fixedStatement<{ id: string; touch: boolean }, ActorRow>(['id', 'touch'], ({ id, touch }) =>
  actorStatement(liveSession(id), sql<boolean>`${touch}::boolean`),
);

const byRefreshToken = fixedStatement<{ hash: Buffer; graceSeconds: number; touch: boolean }, ActorRow>(
  ['hash', 'graceSeconds', 'touch'],
  ({ hash, graceSeconds, touch }) =>
    actorStatement(
      liveSession(
        sql`(select session_id from refresh_tokens where token_hash = ${hash}
          and (used_at is null or used_at > now() - ${graceSeconds} * interval '1 second'))`,
      ),
      sql<boolean>`${touch}::boolean`,
    ),
);

const byPerson = fixedStatement<{ userId: string }, ActorRow>(['userId'], ({ userId }) =>
  actorStatement(
    sql`select null::uuid as id, u.id as user_id, false as remember, null::timestamptz as proved_at from users u where u.id = ${userId} and u.status = 'active'`,
    sql<boolean>`false`,
  ),
);

/** Whether the user `u` has an authenticator app or a passkey. */
export const HAS_SECOND_FACTOR = sql<boolean>`(exists (select 1 from authenticators a where a.user_id = u.id and a.confirmed_at is not null)
  or exists (select 1 from passkeys k where k.user_id = u.id))`;

/** The person's departments, and all departments below those the person heads. */
const departmentTree = sql`(
  with recursive below as (
    select id from departments where head_user_id = u.id
    union select d.id from departments d join below on d.parent_id = below.id
  ) select coalesce(jsonb_agg(id), '[]') from (select id from below union select id from own) tree)`;

function actorFrom({ permissions, treeIds, secondFactorRequired, ...row }: ActorRow, facts: RequestFacts): Actor {
  const mustSetUpSecondFactor = secondFactorRequired && !row.hasSecondFactor;
  return {
    ...row,
    ...facts,
    type: 'user',
    client: null,
    departmentTreeIds: treeIds,
    ability: abilityOf(permissions),
    mustSetUpSecondFactor,
  };
}

/**
 * The ability of a person from stored rights, or the default where there are none; subjects of modules that are
 * switched off have none. What is everybody's asks for a signed-in person and no right.
 */
export function abilityOf(permissions: readonly Permission[]): Ability {
  return new Ability(permissions.length > 0 ? permissions : DEFAULT_PERMISSIONS, isSwitchedOn);
}

/** Whether the module of the subject is on. */
export function isSwitchedOn(subject: string): boolean {
  const flag = moduleOf.get(subject);
  return flag === 'always' || (flag !== undefined && (config.modules as readonly string[]).includes(flag));
}
