import type { Actor } from '#lib/access/actor.ts';
import { titlesOf } from '#lib/kernel/titles.server.ts';
import { notify } from '#lib/notifications/notify.server.ts';
import type { Tx } from './database.server.ts';
import type { RecordKind } from './record-kinds.server.ts';
import { watchersWhoMayOpen } from './watchers.server.ts';

/** Who is told of a comment, and what the record is called; read before the transaction that writes it. */
export interface Telling {
  mentioned: string[];
  watching: string[];
  title: string;
}

/** The people a comment names, and those who watch the record and may still open it; never the writer. */
export async function whomToTell(
  kind: RecordKind,
  actor: Actor,
  id: string,
  named: readonly string[],
): Promise<Telling> {
  const mentioned = named.filter((userId) => userId !== actor.id);
  const watching = (await watchersWhoMayOpen(actor, kind, id)).filter((userId) => !mentioned.includes(userId));
  if (mentioned.length + watching.length === 0) return { mentioned, watching, title: '' };
  return { mentioned, watching, title: (await titlesOf([[kind.of.name, id]])).get(id) ?? '' };
}

/** Tells each of them once, with the way to what was said. */
export async function tellOfComment(
  tx: Tx,
  actor: Actor,
  { of, path }: RecordKind,
  comment: { id: string; entityId: string; text: string },
  { mentioned, watching, title }: Telling,
): Promise<void> {
  const what = {
    key: `comment:${comment.id}`,
    link: `${path(comment.entityId)}#timeline`,
    entity: { name: of.name, id: comment.entityId, number: title },
    params: { author: actor.fullName, quote: comment.text },
  };
  await notify(tx, { ...what, event: 'comment.mentioned', to: mentioned });
  await notify(tx, { ...what, event: 'comment.written', to: watching });
}
