import type { Refusal } from '#lib/kernel/refusal.ts';

/** What was refused, in words for whoever runs a command. */
export async function refusalSentence({ code, details, errors }: Refusal): Promise<string> {
  const { translatorFor } = await import('#lib/platform/i18n/translator.server.ts');
  const t = translatorFor('en');
  const faults = errors.map((fault) => `${fault.path}: ${t(`validation.${fault.code}`, fault.params)}`);
  return [t(`refusals.${code}`, details.params), ...faults].join('\n');
}
