/** Bank accounts and identity numbers are never shown whole; of the last four signs a reader knows which is meant. */
const MASKED = /bank|iban|account-?no|accountNumber|nric|passport|identity/i;

/** The value of a field as it may be shown. */
export function masked(name: string, text: string): string {
  return MASKED.test(name) && text !== '' ? `•••• ${text.slice(-4)}` : text;
}
