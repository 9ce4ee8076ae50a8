import crypto from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

export interface S3Server {
  endpoint: string;
  /** The settings of an app that stores its files here. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

const BUCKET = 'garden-files';
/** The only account this server knows. It verifies every signature with the headers it names, and answers who signs nothing. */
const KEY = 'S3RVER';

// It hides its page marks with a cipher that OpenSSL 3 has given up.
const [encrypt, decrypt] = [crypto.createCipheriv, crypto.createDecipheriv];
const twice = (bytes: unknown) => Buffer.concat([bytes as Buffer, bytes as Buffer]);
crypto.createCipheriv = ((name: string, key: never, iv: never) =>
  name === 'des' ? encrypt('aes-128-cbc', twice(key), twice(iv)) : encrypt(name, key, iv)) as never;
crypto.createDecipheriv = ((name: string, key: never, iv: never) =>
  name === 'des' ? decrypt('aes-128-cbc', twice(key), twice(iv)) : decrypt(name, key, iv)) as never;

/** As the README says. */
const cors = (origin: string): string => `<CORSConfiguration><CORSRule>
  <AllowedOrigin>${origin}</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><AllowedMethod>GET</AllowedMethod>
  <AllowedHeader>content-type</AllowedHeader><MaxAgeSeconds>3600</MaxAgeSeconds></CORSRule></CORSConfiguration>`;

/** An S3 server that is not ours, in this process, for the browsers of one app. */
export async function startS3(origin = 'http://localhost:4321'): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'garden-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [cors(origin)] }],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    environment: {
      FILE_STORE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
