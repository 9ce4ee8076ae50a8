/** Numbers of bank accounts and of identity papers. */
const MASKED = /(account-?(no|number)|iban|nric|passport(-?(no|number))?|identity-?(no|number))$/i;

/** The value of a field as it may be kept and shown: of the last four signs a reader knows which is meant. */
export function masked(name: string, text: string): string {
  return MASKED.test(name) && text !== '' ? `•••• •••• ${text.slice(-4)}` : text;
}
