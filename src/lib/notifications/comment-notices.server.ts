import { registerCommentListener, type WrittenComment } from '#lib/on-records/comments.server.ts';
import { watchersWhoMayOpen } from '#lib/on-records/watchers.server.ts';
import { titlesOf } from '#lib/records/titles.server.ts';
import { notify } from './notify.server.ts';

registerCommentListener('notices', async (written) => {
  const { kind, actor, entityId } = written;
  const { mentioned, watching, title } = await whomToTell(written);
  return async (tx, comment) => {
    const what = {
      key: `comment:${comment.id}`,
      link: `${kind.path(entityId)}#timeline`,
      entity: { name: kind.of.name, id: entityId, number: title },
      params: { author: actor.fullName, quote: comment.text },
    };
    await notify(tx, { ...what, event: 'comment.mentioned', to: mentioned });
    await notify(tx, { ...what, event: 'comment.written', to: watching });
  };
});

/**
 * The people mentioned in a comment, and those who watch the record and may still open it; never the author. And the
 * name of the record.
 */
async function whomToTell({
  kind,
  actor,
  entityId,
  mentioned: named,
}: WrittenComment): Promise<{ mentioned: string[]; watching: string[]; title: string }> {
  const mentioned = named.filter((userId) => userId !== actor.id);
  const watching = (await watchersWhoMayOpen(actor, kind, entityId)).filter((userId) => !mentioned.includes(userId));
  if (mentioned.length + watching.length === 0) return { mentioned, watching, title: '' };
  return { mentioned, watching, title: (await titlesOf([[kind.of.name, entityId]])).get(entityId) ?? '' };
}
