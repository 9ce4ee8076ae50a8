import type { APIContext } from 'astro';

/** The page at a path, requested by GET: a form that was read already cannot be forwarded. */
export function withoutBody({ url, request }: Pick<APIContext, 'url' | 'request'>, path: string): Request {
  const headers = new Headers(request.headers);
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) headers.delete(name);
  return new Request(new URL(path + url.search, url), { headers });
}
