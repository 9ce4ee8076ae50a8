import type { AstroGlobal } from 'astro';
import type { Flash } from '#lib/process/http/flash.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { AnyEntity } from '../entity.ts';
import type { StoreOptions } from '../store-reading.server.ts';
import { shownVersionOf, type ShownVersion } from '../version.server.ts';

/** What is done to a record from its page. */
export type Operation = (actor: Actor, seen: ShownVersion, input: Record<string, unknown>) => Promise<unknown>;

interface ActingStore {
  of: AnyEntity;
  options: unknown;
  reaches(actor: Actor, id: string, actions?: readonly string[]): Promise<boolean>;
}

/** Each act with its message, from which it can be taken back where the record knows the way and the actor may go it. */
export function operations(
  astro: AstroGlobal,
  store: ActingStore,
  id: string,
  acts: Partial<Record<string, Operation>>,
) {
  const { actor, t } = astro.locals;
  return Object.fromEntries(
    Object.entries(acts).map(([act, run]) => [
      act,
      async (input: Record<string, unknown>): Promise<Flash> => {
        const done = await run!(actor, shownVersionOf(id, input), input);
        const undo = await undoOf(actor, store, id, act, Object.keys(acts), done);
        return {
          kind: 'success',
          text: t('records.form.done'),
          ...(undo && { undo: { ...undo, path: astro.url.pathname } }),
        };
      },
    ]),
  );
}

/** The act of the page that leads back, with the version it starts from; not of what itself was a way back. */
async function undoOf(
  actor: Actor,
  { of, options, reaches }: ActingStore,
  id: string,
  act: string,
  acts: readonly string[],
  done: unknown,
): Promise<{ act: string; version: number } | undefined> {
  const { status, version } = (done ?? {}) as { status?: string; version?: number };
  const names = Object.keys(of.transitions);
  const before = of.transitions[act]?.from ?? [];
  const back = names
    .slice(names.indexOf(act) + 1)
    .find((name) => acts.includes(name) && before.length === 1 && of.transitions[name]!.to === before[0]);
  if (!back || version === undefined || !of.transitions[back]!.from.includes(status ?? '')) return undefined;
  const right = (options as StoreOptions<string>).rights.acts?.[back] ?? [];
  return right.length > 0 && (await reaches(actor, id, right)) ? { act: back, version } : undefined;
}
