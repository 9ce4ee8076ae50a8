import type { Refusal } from '#lib/values/refusal.ts';

/** The refusal as a sentence for the person who runs a command. */
export async function refusalSentence({ code, details, errors }: Refusal): Promise<string> {
  const { translatorFor } = await import('#lib/process/i18n/translator.server.ts');
  const t = translatorFor('en');
  const faults = errors.map((fault) => `${fault.path}: ${t(`validation.${fault.code}`, fault.params)}`);
  return [t(`refusals.${code}`, details.params), ...faults].join('\n');
}
