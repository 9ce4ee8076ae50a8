const singapore = '+65';

/**
 * The one form in which a contact number is kept and shown: country code, a space, eight digits ("+65 91234567").
 * Accepted are eight digits (Singapore), or +65 or +60 and eight digits, with at most one space after the country
 * code; anything else yields '' (specification, section 5). Browser-safe.
 */
export function normaliseContactNumber(text: string | null | undefined): string {
  const parts = /^(?:(\+65|\+60) ?)?([0-9]{8})$/.exec((text ?? '').trim());
  return parts ? `${parts[1] ?? singapore} ${parts[2]}` : '';
}
