import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { config } from './config.server.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The purpose and owner of a sealed secret: it can be unsealed for no other. */
export interface SealedFor {
  purpose: string;
  owner: string;
}

/**
 * A secret in storable form: AES-256-GCM under a key derived from APP_SECRET, so that the database alone does not
 * reveal it.
 */
export function seal(secret: Buffer, { purpose, owner }: SealedFor): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv).setAAD(Buffer.from(owner));
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** The secret again; null when it was sealed under another APP_SECRET, for another purpose or owner, or was altered. */
export function unseal(sealed: string, { purpose, owner }: SealedFor): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAAD(Buffer.from(owner));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

function keyFor(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', config.appSecret, '', `sealed:${purpose}`, 32));
}
