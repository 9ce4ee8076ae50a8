import { existsSync } from 'node:fs';
import { type Config, secretFingerprint } from '#lib/process/config/config.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import type { Manifest } from './manifest.ts';

/** Checked before anything is written: with another secret no authenticator app and no link already sent would work. */
export function refuseOtherSecret(
  settings: Pick<Config, 'secretFile' | 'appSecret'>,
  { secret }: Pick<Manifest, 'secret'>,
): void {
  const { secretFile } = settings;
  const isGiven = secretFile === undefined || existsSync(secretFile);
  if (isGiven ? secretFingerprint(settings.appSecret) === secret.fingerprint : secret.isIncluded) return;
  throw new StartRefused(
    `${faultOf(secretFile, isGiven)}, or add --with-another-secret: authenticator apps must then be set up again.`,
  );
}

function faultOf(secretFile: string | undefined, isGiven: boolean): string {
  if (secretFile === undefined) return 'APP_SECRET is not the one this backup was made with. Set the same one';
  if (isGiven)
    return `${secretFile} is not the secret this backup was made with. Take the file away, choose an empty DATA_DIR`;
  return 'This backup was made with APP_SECRET from the environment, so it is not in the backup. Set the same one';
}
