/** Where the objects of a file lie in the store, by its storage key. Two letters of the random end of the id spread them over 256 folders. */
const folderOf = (storageKey: string): string => storageKey.slice(34, 36);

/** What such folders begin with: sixteen lots, each small enough to be held in memory. */
export const lots: readonly string[] = [...'0123456789abcdef'];

/** Where what has to be kept lies: smaller pictures are made anew, and what nobody has looked at is sent again. */
export const KEPT_PLACES: readonly string[] = ['files/', 'prints/'];

/** The file itself, looked through and cleaned. */
export const objectKey = (storageKey: string): string => `files/${folderOf(storageKey)}/${storageKey}`;

/** Sent by a browser to the store itself, and looked at by nobody yet. */
export const unseenKey = (storageKey: string): string => `incoming/${storageKey}`;

/** A smaller picture of it, made on first use. */
export const variantKey = (storageKey: string, size: number): string =>
  `variants/${folderOf(storageKey)}/${storageKey}/${size}.webp`;

/** The storage key that an object belongs to, by its key in the store; undefined for one that is none of ours. */
export function ownerOfObject(key: string): string | undefined {
  return /^(?:files\/[0-9a-f]{2}|variants\/[0-9a-f]{2}|incoming)\/([^/]+)(?:\/\d+\.webp)?$/.exec(key)?.[1];
}
