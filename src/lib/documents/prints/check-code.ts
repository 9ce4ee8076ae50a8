/** Crockford's base 32: no I, L, O, U, so that a code read aloud or copied by hand has one reading. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

/** A new code for the footer of a print, like "7K4M-QX2P-93TD": 60 random bits, twelve characters in three groups. */
export function newCheckCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return grouped(Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join(''));
}

/**
 * The code somebody typed, as `newCheckCode` writes it: case, spaces and dashes do not matter, O is 0, I and L are 1.
 */
export function readCheckCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const readable = code.length === LENGTH && [...code].every((character) => ALPHABET.includes(character));
  return readable ? grouped(code) : undefined;
}

function grouped(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}
