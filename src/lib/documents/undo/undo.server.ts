import type { Undo } from '#lib/process/http/flash.server.ts';
import { recordPath } from '#lib/records/record-path.ts';
import type { Actor } from '#lib/values/actor.ts';
import { actsOn } from '../acts.server.ts';
import { undoneBy } from '../act-access.ts';
import type { AnyDocument } from '../document.ts';

/**
 * How an act that was just done is taken back, where that needs no words and the actor may do it; undefined otherwise,
 * and for what was itself the taking back of another.
 */
export async function undoOf(
  actor: Actor,
  of: AnyDocument,
  act: string,
  { id, version }: { id: string; version: number },
): Promise<Undo | undefined> {
  const inverse = undoneBy(of, act);
  if (!inverse) return undefined;
  const may = (await actsOn(actor, of, id)).some((one) => one.act === inverse && one.allowed);
  return may ? { path: recordPath(of, id), act: inverse, version } : undefined;
}
