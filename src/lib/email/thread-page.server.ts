import { pageParam } from '#lib/process/http/page-param.ts';
import type { PostedActs } from '#lib/records/form/posted-acts.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { applyMailAct } from './mail-acts.server.ts';
import { mailboxPath, type Folder } from './email.ts';
import { mailboxCounts, type HeldMail, type MailboxCounts } from './mailbox.server.ts';
import { markOpened, postedMailActs, shownIds } from './mailbox-page.server.ts';
import { getThread, type Thread } from './thread.server.ts';

/** Acts that remove the conversation from the list: the list is shown next. */
const LEAVING = /^(unread|spam|trash|restore|remove|snooze-\w+)$/;

/** A conversation, marked as read when opened; a posted act applies to every mail that is shown. */
export async function threadPage(astro: PostedPage): Promise<{
  thread: Thread;
  box: { counts: MailboxCounts; held: HeldMail | null };
  posted: PostedActs;
  done: Response | undefined;
}> {
  const { actor } = astro.locals;
  const thread = await getThread(actor, pageParam(astro, 'id'), astro.url.searchParams.get('mail'));
  let act = '';
  const posted = await postedMailActs(astro, (data, input) => {
    act = String(data.get('act'));
    const one = data.get('row');
    const ids = shownIds(thread.mails);
    return applyMailAct(actor, one === null ? ids : ids.filter((id) => id === one), input);
  });
  if (!posted.done) await markOpened(actor, astro.request, thread.mails);
  const folder = thread.opened.folder as Folder;
  const done =
    posted.done && LEAVING.test(act) ? astro.redirect(mailboxPath({ folder, label: null }), 303) : posted.done;
  return { thread, box: await mailboxCounts(actor), posted, done };
}
