import type { Actor } from '#lib/values/actor.ts';
import type { StoredFile } from './stored-file.server.ts';

/** Returns whether the actor may read the file because of the record it belongs to. */
export type FileReader = (actor: Actor, file: StoredFile) => Promise<boolean>;

const readers = new Map<string, FileReader>();

/** Called once, on loading, by each module whose records have files, under the name of their use ('profile-images'). */
export function registerFileReader(name: string, reader: FileReader): void {
  readers.set(name, reader);
}

/** The registered uses of files. */
export const fileReaders = (): string[] => [...readers.keys()];

/**
 * The system itself and the uploader may read a file, and everybody to whom a record grants it. An app client reads what
 * its own rights grant, never what its owner uploaded or was sent; nobody who has yet to change a password or to set up
 * a second factor reads anything.
 */
export async function canReadFile(actor: Actor, file: StoredFile): Promise<boolean> {
  if (actor.type === 'system') return true;
  if (actor.mustChangePassword || actor.mustSetUpSecondFactor) return false;
  if (actor.type === 'user' && actor.id === file.uploadedBy) return true;
  for (const reads of readers.values()) {
    if (await reads(actor, file)) return true;
  }
  return false;
}
