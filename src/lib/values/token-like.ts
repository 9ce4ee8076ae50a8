const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a part of an address could be somebody's token: long, and neither a record's id nor a file's name. */
export function isTokenLike(part: string): boolean {
  return part.length >= 24 && !UUID.test(part) && !part.includes('.');
}
