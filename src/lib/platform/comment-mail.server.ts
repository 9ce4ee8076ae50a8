import type { Actor } from '#lib/access/actor.ts';
import { actorOfPerson } from '#lib/access/actor.server.ts';
import { labels } from '#lib/kernel/entity.ts';
import { titlesOf } from '#lib/kernel/titles.server.ts';
import { config } from './config.server.ts';
import { db, type Tx } from './database.server.ts';
import { translatorFor } from './i18n/translator.server.ts';
import { mailPerson, type MailReader } from './mail/person-mail.server.ts';
import type { RecordKind } from './record-kinds.server.ts';
import { watchersOf } from './watchers.server.ts';

/** Who is told of a comment, and what the record is called; read before the transaction that writes it. */
export interface Telling {
  people: MailReader[];
  title: string;
}

/** The people a comment names, and those who watch the record and may still open it; never the writer. */
export async function whomToTell(kind: RecordKind, actor: Actor, id: string, mentioned: readonly string[]): Promise<Telling> {
  const told = mentioned.filter((userId) => userId !== actor.id);
  for (const userId of await watchersOf(actor, kind.of.name, id)) {
    const watcher = told.includes(userId) ? null : await actorOfPerson(userId);
    if (watcher && (await kind.reaches(watcher, id))) told.push(userId);
  }
  if (told.length === 0) return { people: [], title: '' };
  const people = await db.selectFrom('users').select(['id', 'fullName', 'email', 'language']).where('id', 'in', told).execute();
  return { people, title: (await titlesOf([[kind.of.name, id]])).get(id) ?? '' };
}

/** One mail to each of them, in their own language, with the way to the record. */
export async function tellOfComment(tx: Tx, actor: Actor, { of, path }: RecordKind, id: string, text: string, { people, title }: Telling): Promise<void> {
  for (const person of people) {
    const record = `${translatorFor(person.language)(labels.one(of))} ${title}`.trim();
    await mailPerson(tx, person, 'comment', { author: actor.fullName, record, text, link: `${config.publicOrigin}${path(id)}#timeline` });
  }
}
