import { hkdfSync } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { storedSecret } from './stored-secret.server.ts';
import { type Setting, settings } from './environment.ts';

export { settings };

type Parsed = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> };

export interface Config extends Omit<Parsed, 'publicOrigin' | 'appSecret' | 'demonstration'> {
  /** NODE_ENV is production. */
  production: boolean;
  /** Without a path or a trailing slash. */
  publicOrigin: string;
  /** Whether PUBLIC_ORIGIN says so, and no other host is ours. */
  publicOriginIsSet: boolean;
  appSecret: string;
  /** Whether an empty database is filled with demonstration data. */
  demonstration: boolean;
  /** The file of the secret when APP_SECRET is not set. */
  secretFile: string | undefined;
}

/** Invalid settings; the message has one sentence per line, ready to be shown. */
export class WrongSettings extends Error {}

/**
 * Not settings: what `npm start` and `npm run dev` pass to the modules they load, after putting the embedded server
 * into DATABASE_URL (so that the rules for an external server do not apply) and, for React, production into NODE_ENV.
 */
export const EMBEDDED = 'GARDEN_EMBEDDED_DATABASE';
export const ENVIRONMENT = 'GARDEN_ENVIRONMENT';

/** The settings of this process, read from its environment on first use. */
export const config: Readonly<Config> = lazy(() => readConfig(process.env));

/** Parses the settings in `variables`; throws WrongSettings naming every fault. */
export function readConfig(variables: NodeJS.ProcessEnv): Readonly<Config> {
  const environment: NodeJS.ProcessEnv = { ...variables, NODE_ENV: variables[ENVIRONMENT] ?? variables.NODE_ENV };
  const faults: string[] = [];
  const values = Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [name, value(setting, environment, faults)]),
  ) as Parsed;
  const production = values.environment === 'production';
  const onOwnServer = production && values.databaseUrl !== undefined && environment[EMBEDDED] === undefined;
  if (onOwnServer && !environment.APP_SECRET) {
    faults.push('APP_SECRET is required when NODE_ENV is production and DATABASE_URL is set.');
  }
  if (values.fileStore === 's3') {
    for (const needed of ['s3Bucket', 's3AccessKeyId', 's3SecretAccessKey'] as const) {
      const { variable } = settings[needed];
      if (!environment[variable]?.trim()) faults.push(`${variable} is required when FILE_STORE is s3.`);
    }
  }
  if ((values.chatBotUrl === undefined) !== (values.chatBotToken === undefined))
    faults.push('CHAT_BOT_URL and CHAT_BOT_TOKEN belong together: set both or none.');
  if (faults.length > 0) throw new WrongSettings(faults.join('\n'));

  const dataDir = resolve(values.dataDir);
  return Object.freeze({
    ...values,
    production,
    dataDir,
    publicOrigin: values.publicOrigin ?? `http://localhost:${values.port}`,
    get appSecret() {
      return values.appSecret ?? storedSecret(join(dataDir, 'secret'));
    },
    secretFile: values.appSecret === undefined ? join(dataDir, 'secret') : undefined,
    publicOriginIsSet: values.publicOrigin !== undefined,
    demonstration: (values.demonstration ?? !production) && !onOwnServer,
  });
}

/** Distinguishes one APP_SECRET from another without revealing either. */
export function secretFingerprint(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint', 8)).toString('hex');
}

function value(setting: Setting<unknown>, environment: NodeJS.ProcessEnv, faults: string[]): unknown {
  const result = setting.schema.safeParse(environment[setting.variable]?.trim() || undefined);
  if (result.success) return result.data;
  faults.push(`${setting.variable} ${result.error.issues[0]?.message ?? 'is wrong'}.`);
  return undefined;
}

function lazy(read: () => Readonly<Config>): Readonly<Config> {
  let known: Readonly<Config> | undefined;
  const current = () => (known ??= read());
  return new Proxy({} as Config, {
    get: (_, name) => Reflect.get(current(), name),
    has: (_, name) => name in current(),
    set: () => false,
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, name) => ({
      ...Object.getOwnPropertyDescriptor(current(), name),
      configurable: true,
    }),
  });
}
