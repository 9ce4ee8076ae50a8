/** Loads the polyfill of command/commandfor where the browser needs it. */
export function startCommands(): void {
  if (!('command' in HTMLButtonElement.prototype)) void import('./commands-fallback.ts');
}
