const singapore = '+65';

/**
 * The one form in which a contact number is stored and shown: country code, a space, eight digits ("+65 91234567").
 * Accepted are eight digits (Singapore), or +65 or +60 and eight digits, with at most one space after the country code;
 * anything else yields '' (specification, section 5). Browser-safe.
 */
export function normaliseContactNumber(text: string | null | undefined): string {
  const parts = /^(?:(\+65|\+60) ?)?([0-9]{8})$/.exec((text ?? '').trim());
  return parts ? `${parts[1] ?? singapore} ${parts[2]}` : '';
}

/**
 * The digits of a text that looks like a telephone number, for searching: at least five, written with spaces, brackets,
 * dashes or a plus; '0065' is '65'. '' for anything else, and for bare digits, which are searched as they are.
 */
export function telephoneDigits(text: string): string {
  if (!/^[+(]?\d[\d\s()./-]*$/.test(text) || !/\D/.test(text)) return '';
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  return digits.length >= 5 ? digits : '';
}
