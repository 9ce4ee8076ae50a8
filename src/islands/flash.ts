import { setCookie } from './cookie.ts';

/** Sets a message for the next page, like a redirect of the server (process/http/flash.server.ts). */
export function leaveMessage(text: string): void {
  setCookie('flash', encodeURIComponent(JSON.stringify({ kind: 'success', text })), 60);
}
