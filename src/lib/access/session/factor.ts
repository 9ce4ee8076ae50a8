/** How somebody proves who they are. */
export type Factor = 'password' | 'code' | 'recovery-code' | 'passkey';

/** Minutes a proof is good for, before a sensitive act asks for another. */
export const PROOF_MINUTES = 10;
