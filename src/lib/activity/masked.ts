/** Numbers of bank accounts and identity documents. */
const MASKED = /(account-?(no|number)|iban|nric|passport(-?(no|number))?|identity-?(no|number))$/i;

/** The value of a field in a form that may be stored and shown: the last four characters identify it to a reader. */
export function masked(name: string, text: string): string {
  return MASKED.test(name) && text !== '' ? `•••• •••• ${text.slice(-4)}` : text;
}

/** The same for the value of any field: rows of a list are masked cell by cell. */
export function maskedIn(name: string, value: unknown): unknown {
  if (typeof value === 'string') return masked(name, value);
  if (Array.isArray(value)) return value.map((one) => maskedIn(name, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, maskedIn(key, one)]));
}
