import { type Actor, personId } from '#lib/values/actor.ts';
import type { StoredFile } from './stored-file.server.ts';

/** Says whether the actor may read the file because of the record that it belongs to. */
export type FileReader = (actor: Actor, file: StoredFile) => Promise<boolean>;

const readers = new Map<string, FileReader>();

/** Called once by each module whose records have files, by what they are to it ('profile-images'), when it is loaded. */
export function registerFileReader(name: string, reader: FileReader): void {
  readers.set(name, reader);
}

/** What files are to the modules that were loaded. */
export const fileReaders = (): string[] => [...readers.keys()];

/** The product itself and whoever uploaded the file may read it, and everybody to whom a record gives it. */
export async function canReadFile(actor: Actor, file: StoredFile): Promise<boolean> {
  const person = personId(actor);
  if (actor.type === 'system' || (person !== null && person === file.uploadedBy)) return true;
  for (const reads of readers.values()) {
    if (await reads(actor, file)) return true;
  }
  return false;
}
