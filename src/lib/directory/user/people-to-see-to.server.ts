import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { db } from '#lib/process/database/database.server.ts';
import { users } from './user.server.ts';

/** Somebody who cannot work, and why. */
export interface PersonToSeeTo {
  id: string;
  fullName: string;
  /** Holds no role; a role asks for a second factor and none is set up; has not been in for a year. */
  lacks: 'role' | 'second-factor' | 'visits';
}

/** Most that are counted. */
const MOST = 100;

/** Active people within the reader's reach who lack something that an administrator sees to, by name; one statement. */
export async function peopleToSeeTo(actor: Actor): Promise<PersonToSeeTo[]> {
  const { reach } = users.parts(actor, ['read']);
  const { rows } = await sql<PersonToSeeTo>`
    select id, full_name, lacks from (
      select users.id, users.full_name, case
        when not exists (select 1 from user_roles r where r.user_id = users.id) then 'role'
        when exists (select 1 from user_roles r join roles on roles.id = r.role_id where r.user_id = users.id and roles.status = 'active' and roles.requires_second_factor)
          and not exists (select 1 from authenticators a where a.user_id = users.id and a.confirmed_at is not null)
          and not exists (select 1 from passkeys p where p.user_id = users.id) then 'second-factor'
        when users.last_login_at < now() - interval '1 year' then 'visits' end as lacks
      from users where users.status = 'active' and ${reach}) found
    where lacks is not null order by full_name, id limit ${MOST}`.execute(db);
  return rows;
}
