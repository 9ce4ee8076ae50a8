import type { RawBuilder } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';

/** What a search asks of the records that a person opened lately. */
export interface OpenedRecords {
  /** SQL: when the actor last opened the record of that kind whose id is `id`; null for never. */
  openedAt(actor: Actor, entity: string, id: RawBuilder<unknown>): RawBuilder<unknown>;
  /** SQL: the ids of the records of that kind that the actor has opened lately. */
  openedIds(actor: Actor, entity: string): RawBuilder<unknown>;
}

let registered: OpenedRecords | null = null;

/** Called once by what remembers them, when its file is loaded (`lib/modules.server.ts`). */
export function registerOpenedRecords(opened: OpenedRecords): void {
  registered = opened;
}

/** What was registered; null where nothing remembers what people open. */
export const openedRecords = (): OpenedRecords | null => registered;
