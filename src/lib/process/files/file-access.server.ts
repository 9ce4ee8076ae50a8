import { type Actor, personId } from '#lib/values/actor.ts';
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

/** The system itself and the uploader may read a file, and everybody to whom a record grants it. */
export async function canReadFile(actor: Actor, file: StoredFile): Promise<boolean> {
  const person = personId(actor);
  if (actor.type === 'system' || (person !== null && person === file.uploadedBy)) return true;
  for (const reads of readers.values()) {
    if (await reads(actor, file)) return true;
  }
  return false;
}
