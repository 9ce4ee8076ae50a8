/**
 * The keys of a file's objects in the store, from its storage key. Two letters of the random end of the id spread them
 * over 256 folders.
 */
const folderOf = (storageKey: string): string => storageKey.slice(34, 36);

/** Prefixes of these folders: sixteen partitions, each small enough to be held in memory. */
export const partitions: readonly string[] = [...'0123456789abcdef'];

/** Folders that belong in a backup: smaller pictures can be drawn again, and unchecked uploads can be sent again. */
export const BACKED_UP_FOLDERS: readonly string[] = ['files/', 'prints/'];

/** The file itself, checked and cleaned. */
export const objectKey = (storageKey: string): string => `files/${folderOf(storageKey)}/${storageKey}`;

/** Uploaded by a browser directly to the store, not checked yet. */
export const uncheckedKey = (storageKey: string): string => `incoming/${storageKey}`;

/** A smaller picture of it, created on first use. */
export const variantKey = (storageKey: string, size: number): string =>
  `variants/${folderOf(storageKey)}/${storageKey}/${size}.webp`;

/** The storage key an object belongs to, from its key in the store; undefined for a foreign object. */
export function ownerOfObject(key: string): string | undefined {
  return /^(?:files\/[0-9a-f]{2}|variants\/[0-9a-f]{2}|incoming)\/([^/]+)(?:\/\d+\.webp)?$/.exec(key)?.[1];
}
