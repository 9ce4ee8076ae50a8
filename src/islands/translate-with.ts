import type { Translate } from '#lib/values/languages.ts';

/** The translator of an island, for the few texts it was given (island-words.server.ts). */
export function translateWith(words: Record<string, string>): Translate {
  return (key, params = {}) => {
    const counted =
      typeof params['count'] === 'number' ? words[`${key}_${params['count'] === 1 ? 'one' : 'other'}`] : undefined;
    return (counted ?? words[key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      name in params ? String(params[name]) : whole,
    );
  };
}
