import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EMBEDDED, readConfig, settings, WrongSettings } from '#lib/process/config/config.server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'config-'));
const ownServer = { NODE_ENV: 'production', DATABASE_URL: 'postgres://garden@db/garden', APP_SECRET: 'x'.repeat(32) };

afterAll(() => rmSync(dataDir, { recursive: true }));

test('without any setting the defaults apply', () => {
  expect(readConfig({})).toMatchObject({
    port: 4321,
    host: 'localhost',
    publicOrigin: 'http://localhost:4321',
    publicApiBaseUrl: '/api',
    databaseUrl: undefined,
    production: false,
    demonstration: true,
    trustProxy: false,
  });
});

test('the modules of the specification are on, but reservation', () => {
  expect(readConfig({}).modules).toEqual([
    'operation',
    'purchase',
    'inventory',
    'budgeting',
    'dashboard',
    'content',
    'customer',
  ]);
  expect(readConfig({ MODULES: 'purchase, reservation' }).modules).toEqual(['purchase', 'reservation']);
});

test('the public address follows the port until it is set', () => {
  expect(readConfig({ PORT: '8080' }).publicOrigin).toBe('http://localhost:8080');
  expect(readConfig({ PORT: '8080', PUBLIC_ORIGIN: 'https://garden.example' }).publicOrigin).toBe(
    'https://garden.example',
  );
});

test('an empty setting is as good as none', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 4321, smtpUrl: undefined });
});

test.each([
  ['PORT', 'eighty', /^PORT must be a whole number from 0 to 65535\.$/],
  ['PORT', '70000', /^PORT must be a whole number/],
  ['DATABASE_URL', 'mysql://db/garden', /^DATABASE_URL must be an address such as postgres:/],
  ['PUBLIC_ORIGIN', 'https://garden.example/app', /^PUBLIC_ORIGIN must be an origin without a path\.$/],
  ['PUBLIC_ORIGIN', 'garden.example', /^PUBLIC_ORIGIN must be an address/],
  ['SMTP_URL', 'http://mail', /^SMTP_URL must be an address such as smtp:/],
  ['CHAT_BOT_URL', 'chat.example', /^CHAT_BOT_URL must be an address such as https:/],
  ['CHAT_BOT_TOKEN', 'two words', /^CHAT_BOT_TOKEN must have no spaces/],
  ['CHAT_BOT_TOKEN', 'long-enough', /^CHAT_BOT_URL and CHAT_BOT_TOKEN belong together/],
  ['APP_SECRET', 'short', /^APP_SECRET must have at least 32 characters\.$/],
  ['NODE_ENV', 'staging', /^NODE_ENV must be development, test or production\.$/],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be trace/],
  ['MODULES', 'purchase,parking', /^MODULES must be a comma-separated list of operation, purchase/],
  ['TRUST_PROXY', 'yes', /^TRUST_PROXY must be on or off\.$/],
  ['FILE_STORE', 'ftp', /^FILE_STORE must be disk or s3\.$/],
  ['S3_ENDPOINT', 's3.garden.example', /^S3_ENDPOINT must be an address such as https:/],
  ['S3_BUCKET', 'Garden Files', /^S3_BUCKET must be the name of a bucket/],
])('%s=%s stops the start with a sentence', (variable, text, sentence) => {
  expect(() => readConfig({ [variable]: text })).toThrow(sentence);
});

test('every wrong setting is named at once', () => {
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(WrongSettings);
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/^PORT [^\n]+\nLOG_LEVEL [^\n]+$/);
});

test('production has demonstration people only where asked, and on a server of one’s own never', () => {
  expect(readConfig({ ...ownServer, DEMONSTRATION: 'on' }).demonstration).toBe(false);
  expect(readConfig({ NODE_ENV: 'production' }).demonstration).toBe(false);
  expect(readConfig({ NODE_ENV: 'production', DEMONSTRATION: 'on' }).demonstration).toBe(true);
  expect(readConfig({}).demonstration).toBe(true);
  expect(readConfig({ DATABASE_URL: ownServer.DATABASE_URL }).demonstration).toBe(true);
  expect(readConfig({ DEMONSTRATION: 'off' }).demonstration).toBe(false);
});

test('production on a server of one’s own requires a secret, which several processes share', () => {
  expect(() => readConfig({ ...ownServer, APP_SECRET: '' })).toThrow(/^APP_SECRET is required/);
  expect(readConfig({ ...ownServer, APP_SECRET: '', [EMBEDDED]: 'yes' }).production).toBe(true);
});

test('an S3 store needs its bucket and its key, and nothing else', () => {
  expect(() => readConfig({ FILE_STORE: 's3', S3_ACCESS_KEY_ID: ' ' })).toThrow(
    /^S3_BUCKET is required when FILE_STORE is s3\.\nS3_ACCESS_KEY_ID is required[^\n]+\nS3_SECRET_ACCESS_KEY is required[^\n]+$/,
  );
  const { fileStore, s3Region, s3ForcePathStyle, s3Endpoint } = readConfig({
    FILE_STORE: 's3',
    S3_BUCKET: 'garden-files',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  expect([fileStore, s3Region, s3ForcePathStyle, s3Endpoint]).toEqual(['s3', 'us-east-1', true, undefined]);
  expect(readConfig({}).fileStore).toBe('disk');
});

test('without a secret one is made and stored for its owner alone', () => {
  const first = readConfig({ DATA_DIR: dataDir }).appSecret;

  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(readConfig({ DATA_DIR: dataDir }).appSecret).toBe(first);
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
});

test('the README lists every setting with its default and its description', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const { variable, standard, description } of Object.values(settings)) {
    expect(readme).toContain(`| \`${variable}\` | ${standard ? `\`${standard}\`` : ''} | ${description} |`);
  }
});

test('nothing that is read from the environment is missing in the README', () => {
  const readme = readFileSync('README.md', 'utf8');
  const files = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|astro|mjs)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const read = [...files, 'astro.config.mjs'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:process|import\.meta)\.env\.([A-Z][A-Z0-9_]+)/g)].map(
      ([, name]) => name!,
    ),
  );
  // Set by the tests for the browser, and by the system for every program.
  const ofOthers = new Set(['CHROMIUM_PATH', 'PATH', 'HOME', 'ASTRO_TELEMETRY_DISABLED']);
  expect(new Set(read).size).toBeGreaterThan(3);
  expect([...new Set(read)].filter((name) => !ofOthers.has(name) && !readme.includes(`\`${name}\``))).toEqual([]);
});
