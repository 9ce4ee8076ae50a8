/** The acts of a document at `…/[id]/[act]`: which one answers at which noun, and who may post it. */
import { can, personCan, type ActAccess, type EndpointAccess } from '#lib/access/session/page.ts';
import { notFound } from '#lib/values/refusal.ts';
import type { Subject } from '#lib/values/rights-catalogue.ts';
import type { ActDeclaration, AnyDocument } from './document.ts';

/**
 * Access to all acts of a document: POST carries out the act of a noun ('submission', 'hold'), DELETE of the same noun
 * its inverse. Each needs the rights that its declaration names; people who are asked to decide need the rights to show
 * the document.
 */
export function actAccess(of: AnyDocument, show: readonly string[]): { POST: EndpointAccess; DELETE: EndpointAccess } {
  const acts = Object.entries(of.acts as Record<string, ActDeclaration>);
  const done = acts.filter(([name, { address }]) => address !== '' && !isSecondAt(of, name));
  const undone = done.flatMap(([, { inverse }]) => acts.filter(([name]) => name === inverse));
  const accessBy = (some: typeof acts): EndpointAccess => ({
    kind: 'by-act',
    acts: Object.fromEntries(some.map(([act, declared]) => [declared.address, accessTo(of, act, declared, show)])),
  });
  return { POST: accessBy(done), DELETE: accessBy(undone) };
}

/**
 * The act that undoes this one without a word of the person's; undefined where there is none, and for what is itself the
 * undoing of another.
 */
export function undoneBy(of: AnyDocument, act: string): string | undefined {
  const inverse: string | undefined = of.acts[act]?.inverse;
  return inverse && !of.acts[inverse]!.asks && !isSecondAt(of, act) ? inverse : undefined;
}

/** Of two acts that undo each other the second one stands at DELETE of the first one's address. */
function isSecondAt(of: AnyDocument, act: string): boolean {
  const { address } = of.acts[act]!;
  return Object.keys(of.acts).find((name) => of.acts[name]!.address === address) !== act;
}

/**
 * The act behind a noun in an address, by its method: POST carries it out, DELETE its inverse. 404 for another noun.
 */
export function actAt(of: AnyDocument, noun: string | undefined, method: 'POST' | 'DELETE' = 'POST'): string {
  const found = Object.entries(of.acts as Record<string, ActDeclaration>).find(([, { address }]) => address === noun);
  const act = method === 'POST' ? found?.[0] : found?.[1].inverse;
  if (!found || !act || noun === '') throw notFound();
  return act;
}

function accessTo(
  of: AnyDocument,
  act: string,
  { may, asks, withoutReason, makes, byPeople }: ActDeclaration,
  show: readonly string[],
): ActAccess {
  const rights = may.flatMap(({ rights: named, who }) => (who === 'asked' ? show : (named ?? [])));
  const [first, ...others] = [...new Set(rights)];
  const access = (byPeople ? personCan : can)(of.subject as Subject, first!, ...others);
  return { act, access, asks, always: asks !== undefined && !withoutReason, makes };
}
