import { sql } from 'kysely';
import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import { NOTIFICATIONS_PATH } from '#lib/notifications/paths.ts';
import { notify } from '#lib/notifications/notify.server.ts';
import { LIVE_SECRET } from './secrets.server.ts';
import { appClient } from './app-client.ts';

/** Days before expiry at which the owner is reminded once more. */
const LAST_CALL_DAYS = 14;

interface Due {
  id: string;
  name: string;
  ownerUserId: string;
  /** 'old': its secret is; 'ending': its only secret expires soon; 'unused': it is. */
  why: 'old' | 'ending' | 'unused';
  /** Identifies the event, so that the notification is sent once. */
  key: string;
  days: number;
  endsAt: string | null;
}

/**
 * Notifies owners once of a secret in use for longer than the setting says, once more two weeks before it expires, and
 * of a client unused for as long as the setting says (model of the directory, 4.4).
 */
export async function remindOwners(): Promise<{ reminders: number }> {
  const [old, unused] = await Promise.all([
    businessSetting('directory.client-renew-days'),
    businessSetting('directory.client-unused-days'),
  ]);
  const { rows } = await sql<Due>`
    with newest as (
      select distinct on (c.id) c.id, c.name, c.owner_user_id, s.id as secret_id, s.created_at, s.expires_at
      from app_clients c join app_client_secrets s on s.app_client_id = c.id where c.status <> 'revoked' and ${LIVE_SECRET} order by c.id, s.created_at desc
    )
    select id, name, owner_user_id, 'ending' as why, 'app-client-ending:' || secret_id as key, greatest(0, extract(day from expires_at - now()))::int as days, expires_at as ends_at
      from newest where expires_at < now() + ${LAST_CALL_DAYS} * interval '1 day'
    union all select id, name, owner_user_id, 'old', 'app-client-old:' || secret_id, extract(day from now() - created_at)::int, expires_at
      from newest where created_at < now() - ${old}::int * interval '1 day' and expires_at >= now() + ${LAST_CALL_DAYS} * interval '1 day'
    union all select id, name, owner_user_id, 'unused', 'app-client-unused:' || id || ':' || coalesce(last_used_at, created_at)::date, extract(day from now() - coalesce(last_used_at, created_at))::int, null
      from app_clients where status = 'active' and coalesce(last_used_at, created_at) < now() - ${unused}::int * interval '1 day'`.execute(
    db,
  );
  let reminders = 0;
  for (const due of rows) reminders += await notifyOwner(due);
  return { reminders };
}

async function notifyOwner({ id, name, ownerUserId, why, key, days, endsAt }: Due): Promise<number> {
  const owner = await actorOfPerson(ownerUserId);
  const link = owner?.ability.can('AppClient', 'read') ? `${appClient.path}/${id}/show` : NOTIFICATIONS_PATH;
  const notified = await transaction((tx) =>
    notify(tx, {
      event: `app-client.${why}`,
      to: [ownerUserId],
      key,
      link,
      entity: { name: appClient.name, id, number: name },
      params: { days, endsAt },
    }),
  );
  return notified.length;
}

declareJob({ name: 'app-client-reminders', schedule: '15 8 * * *', run: remindOwners });
