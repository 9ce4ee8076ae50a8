import { z } from 'zod';
import { isSignedIn, type Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { parse } from '#lib/values/parse.ts';
import { notAuthorized } from '#lib/values/refusal.ts';
import { db, transaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { consentsToPromotion, recordConsent } from '#lib/access/account/mail-consent.server.ts';
import { hasChatBot } from './chat-bot.server.ts';
import { MAIL_CHANNELS, declarationOf, eventNames, type Channels, type EventName } from './events.ts';
import { canBeNotifiedOf } from './finance.server.ts';

/** The channels of an event for a person, and whether they were chosen or are the default. */
export interface Preference extends Channels {
  event: EventName;
  /** It cannot be switched off in the bell. */
  fixed: boolean;
}

export interface Preferences {
  events: Preference[];
  /** Whether the person has consented to promotional mails. */
  news: boolean;
  /** Whether a chat-bot is configured. */
  hasChatBot: boolean;
}

/** The preferences of the actor. */
export async function preferencesOf(actor: Actor): Promise<Preferences> {
  const [chosen, shown] = await Promise.all([chosenBy(actor.id, db), eventsFor(actor)]);
  return {
    events: shown.map((event) => ({
      event,
      fixed: isFixed(event),
      ...usual(event),
      ...chosen.get(event),
    })),
    news: await consentsToPromotion(actor.email),
    hasChatBot: hasChatBot(),
  };
}

const flag = z.preprocess((value) => value === true || value === 'on' || value === 'true', z.boolean());
const channelsSchema = z.object({
  inApp: flag,
  mail: z.enum(MAIL_CHANNELS, 'not-a-choice'),
  chat: flag.optional(),
});
const preferencesSchema = z.object({ events: z.record(z.string(), channelsSchema), news: flag });

/** The input of `choosePreferences`, from the fields of a plain form: `event` names those that it shows. */
export function preferencesIn(fields: Record<string, unknown>): unknown {
  const shown = [fields['event'] ?? []].flat().map(String);
  return {
    news: fields['news'],
    events: Object.fromEntries(
      shown.map((event) => [
        event,
        {
          inApp: fields[`inApp.${event}`],
          mail: fields[`mail.${event}`],
          ...(hasChatBot() && { chat: fields[`chat.${event}`] }),
        },
      ]),
    ),
  };
}

/**
 * Stores the actor's preferences: `events` by name, promotional mails as `news`. Events that are not named stay; values
 * equal to the default are not stored, so that they follow when the default changes. Decisions that wait stay in the
 * bell, whatever is sent.
 */
export async function choosePreferences(actor: Actor, input: unknown): Promise<void> {
  if (!isSignedIn(actor)) throw notAuthorized();
  const { events: sent, news } = parse(preferencesSchema, input);
  await transaction(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', actor.id).forUpdate().execute();
    const before = await chosenBy(actor.id, tx);
    const after = new Map(before);
    for (const event of eventNames.filter((name) => Object.hasOwn(sent, name))) {
      const known = before.get(event) ?? usual(event);
      const { inApp, mail, chat = known.chat } = sent[event]!;
      const wanted: Channels = {
        inApp: inApp || isFixed(event),
        mail,
        chat,
      };
      if (sameChannels(wanted, usual(event))) after.delete(event);
      else after.set(event, wanted);
    }
    await replace(tx, actor.id, after);
    await recordConsent(tx, actor, actor.email, news, 'account-setting');
    const logged = (chosen: Map<string, Channels>) => ({
      notifications: [...chosen]
        .map(
          ([event, { inApp, mail, chat }]) =>
            `${event}: ${[inApp && 'bell', mail !== 'off' && `mail ${mail}`, chat && 'chat'].filter(Boolean).join(', ') || 'off'}`,
        )
        .sort(),
    });
    if (JSON.stringify(logged(before)) !== JSON.stringify(logged(after))) {
      await logActivity(
        actor,
        {
          event: 'user.notifications-chosen',
          subject: 'User',
          entity: 'user',
          entityId: actor.id,
          entityNumber: actor.username,
          before: logged(before),
          after: logged(after),
        },
        tx,
      );
    }
  });
}

/** The events the actor can ever be notified of. */
async function eventsFor({ email, ability }: Actor): Promise<EventName[]> {
  const administers = ability.can('User', 'update') && ability.can('Role', 'update');
  const readsLog = ability.can('UserManagementLog', 'user-activity-log-read');
  const concerned = await Promise.all(
    eventNames.map((event) => canBeNotifiedOf(event, { email, administers, readsLog })),
  );
  return eventNames.filter((_, index) => concerned[index]);
}

const isFixed = (event: EventName): boolean => declarationOf(event).isTask ?? false;

function usual(event: EventName): Channels {
  const { inApp, mail, chat } = declarationOf(event);
  return { inApp, mail, chat };
}

const sameChannels = (a: Channels, b: Channels): boolean =>
  a.inApp === b.inApp && a.mail === b.mail && a.chat === b.chat;

async function chosenBy(userId: string, reader: Db | Tx): Promise<Map<EventName, Channels>> {
  const rows = await reader
    .selectFrom('notificationPreferences')
    .select(['event', 'inApp', 'mail', 'chat'])
    .where('userId', '=', userId)
    .where('event', 'in', eventNames)
    .execute();
  return new Map(rows.map(({ event, ...channels }) => [event as EventName, channels]));
}

async function replace(tx: Tx, userId: string, chosen: Map<EventName, Channels>): Promise<void> {
  await tx.deleteFrom('notificationPreferences').where('userId', '=', userId).execute();
  if (chosen.size > 0)
    await tx
      .insertInto('notificationPreferences')
      .values([...chosen].map(([event, channels]) => ({ userId, event, ...channels })))
      .execute();
}
