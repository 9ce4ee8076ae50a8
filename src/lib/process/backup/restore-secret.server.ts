import { existsSync } from 'node:fs';
import { type Config, secretFingerprint } from '#lib/process/config/config.server.ts';
import { StartRefused } from '#lib/values/start-refused.ts';
import type { Manifest } from './manifest.ts';

/** Before anything is done: with another secret the garden would open nobody's authenticator app, and no link that was sent. */
export function refuseOtherSecret(
  settings: Pick<Config, 'secretFile' | 'appSecret'>,
  { secret }: Pick<Manifest, 'secret'>,
): void {
  const { secretFile } = settings;
  const isGiven = secretFile === undefined || existsSync(secretFile);
  if (isGiven ? secretFingerprint(settings.appSecret) === secret.fingerprint : secret.isIncluded) return;
  throw new StartRefused(
    `${faultOf(secretFile, isGiven)}, or add --with-another-secret: authenticator apps must then be set up anew.`,
  );
}

function faultOf(secretFile: string | undefined, isGiven: boolean): string {
  if (secretFile === undefined) return 'APP_SECRET is not that of the garden of this backup. Set the same one';
  if (isGiven)
    return `${secretFile} is not the secret of the garden of this backup. Take the file away, choose an empty DATA_DIR`;
  return 'The garden of this backup had its APP_SECRET from the environment, so it is not in the backup. Set the same one';
}
