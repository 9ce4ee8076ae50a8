/**
 * The cookie of a browser that has signed out while the server did not hear of it: whatever it asks next ends the
 * session. Browser-safe.
 */
export const SIGNED_OUT = 'signed-out';
/** Seconds it waits for that: as long as a session can live. */
export const SIGNED_OUT_SECONDS = 2_592_000;
