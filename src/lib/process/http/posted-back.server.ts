import { isForm } from './body.server.ts';
import { seeOther, type EndpointContext } from './endpoint.server.ts';
import { setFlash, type Flash } from './flash.server.ts';

/**
 * The response to a plain form that posts to an endpoint: back to the page, with a message. Undefined for JSON clients.
 */
export function postedBack(
  { request, cookies }: Pick<EndpointContext, 'request' | 'cookies'>,
  path: string,
  flash?: Flash,
): Response | undefined {
  if (!isForm(request)) return undefined;
  if (flash) setFlash(cookies, flash);
  return seeOther(path);
}
