import type { ServerResponse } from 'node:http';
import { config } from '#lib/process/config/config.server.ts';

const POLICIES = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
const TWO_YEARS_S = 63_072_000;

/** Security headers of every response; the content security policy of a page is set by the page. */
export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(POLICIES)) response.setHeader(name, value);
  if (config.publicOrigin.startsWith('https:'))
    response.setHeader('strict-transport-security', `max-age=${TWO_YEARS_S}`);
}
