/** How somebody proved their identity. */
export type Factor = 'password' | 'code' | 'recovery-code' | 'passkey';

/** Minutes a proof stays valid, before a sensitive act asks for another. */
export const PROOF_MINUTES = 10;
