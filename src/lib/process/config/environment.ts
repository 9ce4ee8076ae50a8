import { API } from '#lib/values/paths.ts';
import { z } from 'zod';

/** One setting of the process: its variable, its schema (with the default) and what it is for. */
export interface Setting<T> {
  variable: string;
  schema: z.ZodType<T, string | undefined>;
  /** As printed in the README. */
  standard: string;
  description: string;
}

/** The module flags of the specification (section 1); all but reservation are on. */
export const MODULES = [
  'operation',
  'purchase',
  'inventory',
  'budgeting',
  'dashboard',
  'content',
  'customer',
  'reservation',
] as const;
export type ModuleFlag = (typeof MODULES)[number];

const MODULES_ON = MODULES.filter((module) => module !== 'reservation').join(',');

const text = z.string();
const origin = z
  .url({ protocol: /^https?$/, message: 'must be an address such as https://garden.example', abort: true })
  .refine((value) => new URL(value).pathname === '/' && !value.endsWith('/'), 'must be an origin without a path');
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  message: 'must be an address such as postgres://user:password@host/name',
});
const switchedOn = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');
const httpAddress = z.url({ protocol: /^https?$/, message: 'must be an address such as https://s3.garden.example' });
const modules = z.enum(MODULES, `must be a comma-separated list of ${MODULES.join(', ')}`);

/** Every setting, by its name in `config`. */
export const settings = {
  port: setting('PORT', '4321', whole(0, 65_535), 'The port the app listens on.'),
  host: setting('HOST', 'localhost', text, 'The address it listens on; 0.0.0.0 for every network of the machine.'),
  dataDir: setting(
    'DATA_DIR',
    './data',
    text,
    'The folder of the embedded database, the stored secrets and, on disk, the files.',
  ),
  databaseUrl: optional('DATABASE_URL', postgresUrl, 'A PostgreSQL 18 server to use instead of the embedded one.'),
  databaseOwnerUrl: optional(
    'DATABASE_OWNER_URL',
    postgresUrl,
    'The same database as the role that owns its tables, which runs the migrations; without it DATABASE_URL does.',
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    '20',
    whole(2, 1_000),
    'How many connections one process holds open, besides one that hears of changes and a quarter more for searches.',
  ),
  fileStore: setting(
    'FILE_STORE',
    'disk',
    z.enum(['disk', 's3'], 'must be disk or s3'),
    'Where files and stored prints are: in DATA_DIR, or in an S3-compatible store.',
  ),
  s3Endpoint: optional(
    'S3_ENDPOINT',
    httpAddress,
    'The address of the S3 store; without it that of Amazon for S3_REGION.',
  ),
  s3PublicEndpoint: optional(
    'S3_PUBLIC_ENDPOINT',
    httpAddress,
    'The same store as browsers reach it, where that is another address.',
  ),
  s3Bucket: optional(
    'S3_BUCKET',
    text.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, such as garden-files'),
    'The bucket of the S3 store; private, and used by this installation alone.',
  ),
  s3Region: setting(
    'S3_REGION',
    'us-east-1',
    text.regex(/^[a-z0-9-]+$/, 'must be a region such as ap-southeast-1'),
    'The region of the bucket.',
  ),
  s3AccessKeyId: optional(
    'S3_ACCESS_KEY_ID',
    text,
    'The key that may put, get, delete and list objects of the bucket.',
  ),
  s3SecretAccessKey: optional('S3_SECRET_ACCESS_KEY', text, 'The secret of that key.'),
  s3ForcePathStyle: setting(
    'S3_FORCE_PATH_STYLE',
    'on',
    switchedOn,
    'Whether the bucket is in the path of addresses (on), or in their host, as Amazon has it (off).',
  ),
  publicOrigin: optional(
    'PUBLIC_ORIGIN',
    origin,
    'The address people type, used in links, for passkeys and to recognise requests of our own pages; http://localhost and the port when left out.',
  ),
  publicApiBaseUrl: setting('PUBLIC_API_BASE_URL', API, text, 'Where the pages in the browser find the API.'),
  smtpUrl: optional(
    'SMTP_URL',
    z.url({ protocol: /^smtps?$/, message: 'must be an address such as smtp://user:password@host:587' }),
    'The mail server; without it mails are only stored, and `npm run mail:outbox` shows them.',
  ),
  mailFrom: optional(
    'MAIL_FROM',
    z.email('must be an e-mail address'),
    'The sender of mails; without it no-reply at the host of PUBLIC_ORIGIN.',
  ),
  chatBotUrl: optional(
    'CHAT_BOT_URL',
    z.url({ protocol: /^https?$/, message: 'must be an address such as https://chat.example/hooks/garden' }),
    'Where messages for the chat-bot are posted; without it and its token there is none.',
  ),
  chatBotToken: optional(
    'CHAT_BOT_TOKEN',
    text
      .min(8, 'must have at least 8 characters')
      .regex(/^[\x21-\x7e]+$/, 'must have no spaces or other signs that a header cannot carry'),
    'Identifies the sender to the chat-bot; never logged.',
  ),
  appSecret: optional(
    'APP_SECRET',
    text.min(32, 'must have at least 32 characters'),
    'Signs tokens and links and seals the secrets of authenticator apps; without it a random one is made and stored in DATA_DIR.',
  ),
  environment: setting(
    'NODE_ENV',
    'development',
    z.enum(['development', 'test', 'production'], 'must be development, test or production'),
    'With production and DATABASE_URL demonstration people are never made and APP_SECRET is required.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    z.enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    ),
    'The least serious line that is logged.',
  ),
  modules: setting('MODULES', MODULES_ON, list(modules), 'The parts of the product that are switched on.'),
  productName: setting('PRODUCT_NAME', 'Stillwater Garden', text, 'The name in titles, prints and mails.'),
  trustProxy: setting(
    'TRUST_PROXY',
    'off',
    switchedOn,
    'Whether a proxy of ours stands in front, so that its X-Forwarded-For gives the visitor’s address (on or off).',
  ),
  metricsToken: optional(
    'METRICS_TOKEN',
    text.regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters and no spaces'),
    'Anyone who presents it as Bearer may read /metrics; without it only this machine may, and only while PUBLIC_ORIGIN is localhost.',
  ),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    '0',
    whole(0, 300),
    'How long a process that was asked to stop goes on answering while /readyz says no, so that a proxy switches to another one first.',
  ),
  demonstration: optional(
    'DEMONSTRATION',
    switchedOn,
    'Whether an empty database is filled with demonstration data (on or off); without it on, and off with production; never with production and DATABASE_URL.',
  ),
};

function setting<T>(variable: string, standard: string, schema: z.ZodType<T, string>, description: string): Setting<T> {
  return { variable, standard, description, schema: z.string().default(standard).pipe(schema) };
}

function optional<T>(variable: string, schema: z.ZodType<T, string>, description: string): Setting<T | undefined> {
  return { variable, standard: '', description, schema: schema.optional() };
}

function whole(least: number, most: number): z.ZodType<number, string> {
  const sentence = `must be a whole number from ${least} to ${most}`;
  return text
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .pipe(z.number().min(least, sentence).max(most, sentence));
}

function list<T>(item: z.ZodType<T, string>): z.ZodType<T[], string> {
  return text
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item));
}
