import { db } from '#lib/process/database/database.server.ts';
import { pageParam } from '#lib/process/http/page-param.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal, staysOnPage, type FieldError } from '#lib/values/refusal.ts';
import { faultSentence } from '#lib/process/i18n/sentence.server.ts';
import { fieldsOf, formDataOf } from '#lib/process/http/body.server.ts';
import { addStoredFile } from '#lib/process/files/files.server.ts';
import { setFlash } from '#lib/process/http/flash.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { readyFiles } from './attachments.server.ts';
import { discardDraft, findDraft, saveDraft, type Draft } from './draft.server.ts';
import { startDraft, type DraftStart } from './draft-start.server.ts';
import { RECIPIENT_FIELDS, mailboxPath, type RecipientField } from './email.ts';
import { MAILBOX_PATH, threadPath } from './paths.ts';
import { keyOfNumber, linkedDocument } from './linked-document.server.ts';
import { findRecipients, namedExactly, recipientsByKey, type Recipient } from './recipients.server.ts';
import { cleanHtml, htmlOf, textOf } from './rich-text.server.ts';
import { sendMail } from './sending.server.ts';

/** The page on which a mail is written: everything typed, and its faults. */
export interface DraftPage {
  values: DraftStart;
  /** Names that were typed but not resolved yet, with the people who match. */
  sought: Record<RecipientField, { words: string; found: Recipient[] }>;
  errors: { path: string; message: string }[];
  problem: string | null;
  /** What another tab has saved of this mail meanwhile. */
  newer: Draft | null;
  done: Response | undefined;
}

type Sought = DraftPage['sought'];

/** A GET shows the draft, or starts one; a POST sends it, saves it, searches people, or discards it. */
export async function draftPage(astro: PostedPage): Promise<DraftPage> {
  const { actor, language } = astro.locals;
  const id = pageParam(astro, 'id');
  const stored = await findDraft(actor, id);
  const page = {
    values: stored ? { ...stored, inReplyTo: '' } : await startDraft(actor, astro.url.searchParams, language),
    sought: soughtNothing(),
    errors: [],
    problem: null,
    newer: null,
  };
  if (astro.request.method === 'POST') return posted(astro, id, page);
  return {
    ...page,
    done: stored && stored.state !== 'draft' ? astro.redirect(threadPath(stored.threadId), 302) : undefined,
  };
}

async function posted(astro: PostedPage, id: string, shown: Omit<DraftPage, 'done'>): Promise<DraftPage> {
  const { actor, t } = astro.locals;
  const data = await formDataOf(astro.request);
  const act = String(data.get('act') ?? 'save');
  if (act === 'discard') {
    await discardDraft(actor, id);
    return { ...shown, done: leave(astro, MAILBOX_PATH, t('email.draft.discarded')) };
  }
  const { input, sought, faults } = await readPosted(actor, data, act === 'find');
  try {
    if (faults.length > 0 && act === 'send') throw new Refusal('invalid-input', 422, { errors: faults });
    if (act === 'send') {
      await sendMail(actor, id, input);
      return { ...shown, done: astro.redirect(MAILBOX_PATH, 303) };
    }
    await saveDraft(actor, id, input);
    if (act === 'save' && faults.length === 0)
      return { ...shown, done: leave(astro, mailboxPath({ folder: 'draft', label: null }), t('email.draft.saved')) };
    const draft = (await findDraft(actor, id))!;
    return { ...shown, values: { ...draft, inReplyTo: '' }, sought, errors: sentences(astro, faults), done: undefined };
  } catch (error) {
    return refused(astro, { ...shown, values: await typed(actor, id, input, shown.values), sought }, error);
  }
}

/** The form's fields; typed names become recipients where they match exactly one, else the matches are offered. */
async function readPosted(
  actor: Actor,
  data: FormData,
  onlyLooking: boolean,
): Promise<{ input: Record<string, unknown>; sought: Sought; faults: FieldError[] }> {
  const input = fieldsOf(data);
  const sought = soughtNothing();
  const faults: FieldError[] = [];
  for (const field of RECIPIENT_FIELDS) {
    const chosen = [input[field] ?? []].flat().map(String);
    for (const words of String(input[`${field}Find`] ?? '')
      .split(/[,;]/)
      .map((part) => part.trim())
      .filter(Boolean)) {
      const exact = await namedExactly(actor, words);
      const found = exact.length === 1 ? [] : await findRecipients(actor, words);
      if (exact.length === 1) chosen.push(exact[0]!.key);
      else if (!found.some(({ key }) => chosen.includes(key))) sought[field] = { words, found };
    }
    const { words, found } = sought[field];
    if (words && (!onlyLooking || found.length === 0))
      faults.push({
        path: `${field}Find`,
        code: found.length > 0 ? 'choose-recipient' : 'no-recipient',
        params: { words },
      });
    input[field] = chosen;
  }
  const number = String(input['linkedNumber'] ?? '').trim();
  const linked = number ? await keyOfNumber(actor, number) : null;
  if (number && !linked) faults.push({ path: 'linkedNumber', code: 'no-document', params: { number } });
  const uploads = data.getAll('upload').filter((file): file is File => file instanceof File && file.size > 0);
  const added: string[] = [];
  for (const file of uploads)
    added.push((await addStoredFile(actor, file.name, new Uint8Array(await file.arrayBuffer()))).storageKey);
  return {
    input: {
      ...input,
      linked: linked ?? input['linked'],
      attachments: [...[input['attachments'] ?? []].flat(), ...added],
    },
    sought,
    faults,
  };
}

/** What was typed, for showing the form again. */
async function typed(actor: Actor, id: string, input: Record<string, unknown>, shown: DraftStart): Promise<DraftStart> {
  const recipients = await Promise.all(
    RECIPIENT_FIELDS.map((field) => recipientsByKey(input[field] as string[], db, actor)),
  );
  const [to, cc, bcc] = recipients as [Recipient[], Recipient[], Recipient[]];
  const body = String(input['body'] ?? '');
  const bodyHtml =
    input['format'] === 'html' ? cleanHtml(body) : body.trim() === shown.bodyText ? shown.bodyHtml : htmlOf(body);
  const attachments = await readyFiles(actor, id, input['attachments'] as string[]).catch(() => shown.attachments);
  const linked = await linkedDocument(actor, String(input['linked'] ?? ''));
  return {
    to,
    cc,
    bcc,
    subject: String(input['subject'] ?? ''),
    bodyHtml,
    bodyText: textOf(bodyHtml),
    attachments,
    linked,
    version: Number(input['version']) || 0,
    inReplyTo: String(input['inReplyTo'] ?? ''),
  };
}

function refused(astro: PostedPage, page: Omit<DraftPage, 'done'>, error: unknown): DraftPage {
  if (!staysOnPage(error)) throw error;
  astro.response.status = error.status;
  const newer = error.code === 'stale-version' ? ((error.details.newer as Draft | null) ?? null) : null;
  const errors = sentences(astro, error.errors);
  const problem =
    errors.length > 0
      ? null
      : astro.locals.t(newer ? 'email.draft.newer' : `refusals.${error.code}`, error.details.params);
  return {
    ...page,
    values: newer ? { ...page.values, version: newer.version } : page.values,
    errors,
    problem,
    newer,
    done: undefined,
  };
}

const sentences = ({ locals: { t } }: PostedPage, faults: readonly FieldError[]) =>
  faults.map((fault) => ({ path: fault.path, message: faultSentence(t, fault) }));

function leave(astro: PostedPage, path: string, text: string): Response {
  setFlash(astro.cookies, { kind: 'success', text });
  return astro.redirect(path, 303);
}

const soughtNothing = (): Sought => ({
  to: { words: '', found: [] },
  cc: { words: '', found: [] },
  bcc: { words: '', found: [] },
});
