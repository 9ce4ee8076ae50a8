/**
 * The path when it leads to a page of ours, else null: no other host, no scheme, no backslash, no control character,
 * nothing a browser reads as '//'. For `?to=`, `Referer` and the personal redirect address.
 */
export function safePath(path: string | null | undefined): string | null {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (!path || path.length > 1000 || !/^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(path)) return null;
  const url = new URL(path, 'http://garden.invalid');
  // '/.//elsewhere' becomes '//elsewhere' only once it has been resolved.
  if (url.host !== 'garden.invalid' || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
