import type { EndpointContext } from './endpoint.server.ts';
import { setFlash, type Flash } from './flash.server.ts';

/** The answer to a plain form that posts to an endpoint: back to the page, with a message. Undefined for JSON clients. */
export function postedBack({ request, cookies }: EndpointContext, path: string, flash?: Flash): Response | undefined {
  const type = request.headers.get('content-type') ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(type)) return undefined;
  if (flash) setFlash(cookies, flash);
  return new Response(null, { status: 303, headers: { location: path } });
}
