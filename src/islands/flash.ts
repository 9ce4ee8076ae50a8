/** Sets a message for the next page, like a redirect of the server (process/http/flash.server.ts). */
export function leaveMessage(text: string): void {
  const value = encodeURIComponent(JSON.stringify({ kind: 'success', text }));
  document.cookie = `flash=${value}; path=/; max-age=60; samesite=lax`;
}
