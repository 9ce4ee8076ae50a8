/** Numbers of bank accounts and of identity papers. */
const MASKED = /(account-?(no|number)|iban|nric|passport(-?(no|number))?|identity-?(no|number))$/i;

/** The value of a field as it may be kept and shown: of the last four signs a reader knows which is meant. */
export function masked(name: string, text: string): string {
  return MASKED.test(name) && text !== '' ? `•••• •••• ${text.slice(-4)}` : text;
}

/** The same for whatever a field holds: rows of a list are gone through cell by cell. */
export function maskedIn(name: string, value: unknown): unknown {
  if (typeof value === 'string') return masked(name, value);
  if (Array.isArray(value)) return value.map((one) => maskedIn(name, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, maskedIn(key, one)]));
}
