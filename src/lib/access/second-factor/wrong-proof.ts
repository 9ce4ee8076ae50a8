import { Refusal } from '#lib/values/refusal.ts';

/** What was given does not prove who somebody is: 422 `wrong-proof` at the entry. It is counted as a failed try (sign-in-limits.server.ts). */
export function wrongProof(path: string, code: string): Refusal {
  return new Refusal('wrong-proof', 422, { errors: [{ path, code }] });
}
