/** Sets a cookie that the server reads, by the name that it has there (process/http/cookies.server.ts). Browser only. */
export function setCookie(name: string, value: string, seconds: number): void {
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
  document.cookie = `${prefix}${name}=${value}; path=/; max-age=${seconds}; samesite=lax${secure}`;
}
