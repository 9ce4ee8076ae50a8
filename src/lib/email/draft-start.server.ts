import { db } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { labels, entityNamed } from '#lib/records/entity.ts';
import { formatInstant } from '#lib/values/time.ts';
import type { Language } from '#lib/values/languages.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import type { Draft } from './draft.server.ts';
import { MOST } from './email.ts';
import { linkedDocument } from './linked-document.server.ts';
import { recipientsByKey, type Recipient } from './recipients.server.ts';
import { escaped, textOf } from './rich-text.server.ts';
import { getMail, type Mail } from './thread.server.ts';

/** The initial values of a new mail. */
export type DraftStart = Omit<Draft, 'id' | 'threadId' | 'state' | 'updatedAt'> & { inReplyTo: string };

/**
 * The initial values of a mail by its address: empty, a reply (`reply`, `replyAll`), a forward (`forward`), about a
 * record (`entity` and `record`), or to somebody (`to`). 404 for a copy that is not the actor's.
 */
export async function startDraft(actor: Actor, params: URLSearchParams, language: Language): Promise<DraftStart> {
  const answered = params.get('reply') ?? params.get('replyAll');
  const passedOn = params.get('forward');
  const about = answered ?? passedOn;
  const mail = about ? await getMail(actor, about) : null;
  if (mail && answered)
    return { ...(await answer(actor, mail, params.has('replyAll'), language)), inReplyTo: answered };
  if (mail)
    return started({
      subject: titled('Fwd: ', mail.subject),
      bodyHtml: quoted(mail, language, true),
      attachments: mail.attachments,
      linked: mail.linked?.open ? mail.linked : null,
    });
  const to = await recipientsByKey(params.getAll('to').slice(0, MOST.recipients), db, actor);
  const entity = params.get('entity');
  const linked = entity ? await linkedDocument(actor, `${entity}:${params.get('record')}`) : null;
  if (!entity || !linked?.open) return started({ to });
  const subject = [translatorFor(language)(labels.one(entityNamed(entity))), linked.open.title]
    .filter(Boolean)
    .join(' ');
  return started({ to, linked, subject: subject.slice(0, MOST.subject) });
}

const started = (some: Partial<DraftStart>): DraftStart => ({
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  bodyHtml: '',
  attachments: [],
  linked: null,
  version: 0,
  inReplyTo: '',
  ...some,
  bodyText: textOf(some.bodyHtml ?? ''),
});

/** To its author, and with `all` to everybody else named in it; for a mail of one's own, to its recipients. */
async function answer(actor: Actor, mail: Mail, all: boolean, language: Language): Promise<DraftStart> {
  const me = `user:${actor.id}`;
  const author = mail.from && !mail.from.isMe ? await recipientsByKey([mail.from.key]) : [];
  const others = (list: Recipient[]) => list.filter(({ key }) => key !== me && !author.some((one) => one.key === key));
  const to = author.length === 0 ? others(mail.to) : all ? [...author, ...others(mail.to)] : author;
  return started({
    to,
    cc: all ? others(mail.cc) : [],
    subject: titled('Re: ', mail.subject),
    bodyHtml: quoted(mail, language, false),
  });
}

/** The usual reply and forward prefixes of various languages and programs are not part of a subject. */
function titled(prefix: string, subject: string): string {
  return (prefix + subject.replace(/^((re|aw|fwd?|wg|tr|enc|rv)\s*:\s*)+/i, '')).slice(0, MOST.subject);
}

function quoted({ from, at, to, subject, bodyHtml }: Mail, language: Language, isPassedOn: boolean): string {
  const t = translatorFor(language);
  const words = { name: from?.name ?? '', at: formatInstant(at), to: to.map(({ name }) => name).join(', '), subject };
  const head = isPassedOn ? t('email.quote.passedOn', words) : t('email.quote.wrote', words);
  return `<p><br></p><p>${escaped(head).replaceAll('\n', '<br>')}</p><blockquote>${bodyHtml}</blockquote>`;
}
