import { Refusal } from '#lib/values/refusal.ts';

/**
 * The given proof is wrong: 422 `wrong-proof` at the entry. It counts as a failed attempt (sign-in-limits.server.ts).
 */
export function wrongProof(path: string, code: string): Refusal {
  return new Refusal('wrong-proof', 422, { errors: [{ path, code }] });
}
