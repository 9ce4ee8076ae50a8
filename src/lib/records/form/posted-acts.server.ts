import { fieldsOf, formDataOf } from '#lib/process/http/body.server.ts';
import { setFlash, type Flash } from '#lib/process/http/flash.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { ownEntry } from '#lib/values/entries.ts';
import { Refusal, staysOnPage } from '#lib/values/refusal.ts';
import { wordedRefusal } from '#lib/process/i18n/sentence.server.ts';

/** Something an act returns to be shown once, at once, on the page it was posted to. */
export interface ShownOnce {
  said: string;
  shown: readonly string[];
}

/** Carries out an act of a page and returns its message; a message of another kind where it did not succeed. */
export type PostedAct = (input: Record<string, unknown>) => Promise<string | Flash | ShownOnce>;

/** What became of an act posted to a page by a form of its own (`<button name="act" value="suspend">`). */
export interface PostedActs {
  /** The act that was refused. */
  act: string | null;
  /** Why, in words; beside the field when it is one field's fault. */
  problem: string | null;
  errors: Record<string, string>;
  /** What was sent, to be shown again. */
  typed: Record<string, string>;
  /** What the act gave to be read this once. */
  shown: ShownOnce | null;
  /** The answer, when the act is done: `if (posted.done) return posted.done;` */
  done: Response | undefined;
}

/**
 * Does the posted act, leaves its sentence for the next page and comes back to the same address (303). A refusal of the
 * entries or of the state (409, 422, 429) is shown on the page; all others go their own way.
 */
export async function postedActs(astro: PostedPage, acts: Record<string, PostedAct>): Promise<PostedActs> {
  const nothing = { act: null, problem: null, errors: {}, typed: {}, shown: null, done: undefined };
  if (astro.request.method !== 'POST') return nothing;
  const data = await formDataOf(astro.request);
  const name = String(data.get('act') ?? '');
  const act = ownEntry(acts, name);
  if (!act) return nothing;
  const input = fieldsOf(data);
  try {
    const said = await act(input);
    if (typeof said === 'object' && 'shown' in said) return { ...nothing, shown: said };
    setFlash(astro.cookies, typeof said === 'string' ? { kind: 'success', text: said } : said);
    return { ...nothing, done: astro.redirect(astro.url.pathname + astro.url.search, 303) };
  } catch (error) {
    if (!staysOnPage(error)) throw error;
    return { ...nothing, act: name, typed: textsOf(input), ...saidOf(astro, error) };
  }
}

function saidOf({ locals: { t }, response }: PostedPage, error: Refusal): Pick<PostedActs, 'problem' | 'errors'> {
  response.status = error.status;
  const { errors, problem } = wordedRefusal(t, error);
  return { errors: Object.fromEntries(errors.map(({ path, message }) => [path, message])), problem };
}

function textsOf(input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => typeof value === 'string' && !/password|^code$|^attestation$/i.test(name),
    ),
  ) as Record<string, string>;
}
