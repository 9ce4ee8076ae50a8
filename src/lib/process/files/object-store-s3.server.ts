import { openAsBlob } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { AwsClient, AwsV4Signer } from 'aws4fetch';
import { SIGNED_URL_MS } from '#lib/values/constants.ts';
import { Refusal } from '#lib/values/refusal.ts';
import type { Config } from '#lib/process/config/config.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import type { ObjectStore, StoredObject } from './object-store.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';

type S3Config = Pick<
  Config,
  | 's3Endpoint'
  | 's3PublicEndpoint'
  | 's3Bucket'
  | 's3Region'
  | 's3AccessKeyId'
  | 's3SecretAccessKey'
  | 's3ForcePathStyle'
>;

/** Attempts per request when the store reports that it is busy or broken. */
const RETRIES = 3;
/** Milliseconds until a response must begin. */
const PATIENCE_MS = 120_000;
const EXPIRES_S = String(SIGNED_URL_MS / 1000);

/** Objects in a bucket of an S3-compatible store, with version 4 signatures. */
export function s3Store(config: S3Config): ObjectStore {
  const {
    s3Region: region,
    s3AccessKeyId: accessKeyId = '',
    s3SecretAccessKey: secretAccessKey = '',
    s3Bucket: bucket = '',
  } = config;
  const account = { accessKeyId, secretAccessKey, region, service: 's3' };
  const client = new AwsClient({ ...account, retries: RETRIES });
  const endpoint = config.s3Endpoint ?? `https://s3.${region}.amazonaws.com`;
  const own = bucketAt(endpoint, bucket, config.s3ForcePathStyle);
  const open = bucketAt(config.s3PublicEndpoint ?? endpoint, bucket, config.s3ForcePathStyle);

  const ask = async (key: string, init: RequestInit = {}): Promise<Response> => {
    return patiently((signal) => client.fetch(address(own, key), { ...init, signal })).catch((cause: unknown) => {
      throw unavailable(cause);
    });
  };
  const presigned = async (method: 'PUT' | 'GET', key: string, headers: Record<string, string>) => {
    const url = address(open, key);
    url.searchParams.set('X-Amz-Expires', EXPIRES_S);
    return (
      await new AwsV4Signer({ ...account, url: url.href, method, headers, signQuery: true, allHeaders: true }).sign()
    ).url.href;
  };

  return {
    direct: {
      origin: new URL(open).origin,
      uploadUrl: (key, { contentType, sizeBytes }) =>
        presigned('PUT', key, { 'content-type': contentType, 'content-length': String(sizeBytes) }),
      downloadUrl: (key) => presigned('GET', key, {}),
    },

    async put(key, path, { contentType, sha256, disposition }) {
      const lines = {
        'content-type': contentType,
        'cache-control': 'private, no-cache',
        ...(disposition && { 'content-disposition': disposition }),
      };
      await done(
        await ask(key, {
          method: 'PUT',
          headers: { ...lines, 'x-amz-content-sha256': sha256 },
          body: await openAsBlob(path),
        }),
      );
    },

    async read(key, range) {
      const answer = await ask(key, range && { headers: { range: `bytes=${range.start}-${range.end}` } });
      if (await missing(answer)) return null;
      if (!answer.ok || !answer.body) throw await failed(answer);
      return answer.body;
    },

    async find(key) {
      const answer = await ask(key, { method: 'HEAD' });
      if (answer.status === 404) return null;
      if (!answer.ok) throw await failed(answer);
      return {
        key,
        sizeBytes: Number(answer.headers.get('content-length')),
        changedAt: new Date(answer.headers.get('last-modified') ?? 0),
      };
    },

    async remove(key) {
      const answer = await ask(key, { method: 'DELETE' });
      if (!(await missing(answer))) await done(answer);
    },

    async *list(prefix) {
      let token = '';
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) });
        const answer = await ask(`?${query.toString()}`);
        if (!answer.ok) throw await failed(answer);
        const page = await answer.text();
        for (const [, one] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) yield objectIn(one!);
        token = textIn(page, 'NextContinuationToken');
      } while (token);
    },

    async check() {
      const key = `incoming/${randomUUID()}`;
      const about = `The store of FILE_STORE=s3 (bucket ${bucket} at ${new URL(endpoint).host}) cannot be used`;
      const answer = await patiently((signal) =>
        client.fetch(address(own, key), { method: 'PUT', body: 'x', signal }),
      ).catch((error: Error & { cause?: Error }) => {
        throw new StartRefused(`${about}: ${error.cause?.message || error.message}.`);
      });
      if (!answer.ok)
        throw new StartRefused(
          `${about}: it answers ${answer.status} ${textIn(await answer.text(), 'Code')}. Check S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION.`,
        );
      await this.remove(key);
    },
  };
}

/** The timeout applies until the response begins: its reader may be slow. */
async function patiently(work: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const impatience = new AbortController();
  const timer = setTimeout(() => impatience.abort(new Error(`No answer within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
  return work(impatience.signal).finally(() => clearTimeout(timer));
}

function bucketAt(endpoint: string, bucket: string, inPath: boolean): string {
  const url = new URL(endpoint);
  if (!inPath) url.hostname = `${bucket}.${url.hostname}`;
  const path = url.pathname.replace(/\/$/, '');
  return `${url.origin}${path}${inPath ? `/${bucket}` : ''}`;
}

function address(base: string, key: string): URL {
  return new URL(key.startsWith('?') ? base + key : `${base}/${key}`);
}

function objectIn(xml: string): StoredObject {
  return {
    key: textIn(xml, 'Key'),
    sizeBytes: Number(textIn(xml, 'Size')),
    changedAt: new Date(textIn(xml, 'LastModified')),
  };
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

function textIn(xml: string, name: string): string {
  const text = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1] ?? '';
  return text.replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity);
}

/** A 404 for the object; a 404 for the bucket is an error of the store. */
async function missing(answer: Response): Promise<boolean> {
  if (answer.status !== 404) return false;
  if (textIn(await answer.text(), 'Code') === 'NoSuchBucket') throw unavailable('NoSuchBucket');
  return true;
}

async function done(answer: Response): Promise<void> {
  if (!answer.ok) throw await failed(answer);
  await answer.body?.cancel();
}

async function failed(answer: Response): Promise<Refusal> {
  return unavailable(`${answer.status} ${textIn(await answer.text().catch(() => ''), 'Code')}`);
}

function unavailable(cause: unknown): Refusal {
  log.error(
    { err: cause instanceof Error ? cause : new Error(String(cause)) },
    'the store of files did not do what was asked',
  );
  return new Refusal('store-unavailable', 503);
}
