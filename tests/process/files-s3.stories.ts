import { describe, expect, test } from 'vitest';
import { readConfig } from '#lib/process/config/config.server.ts';
import { s3Store } from '#lib/process/files/object-store-s3.server.ts';
import { objects } from '#lib/process/files/object-store.server.ts';
import type { S3Server } from '#tests/support/s3-server.ts';

/** What is true of an S3 store alone. */
export function s3Stories(s3: S3Server): void {
  const storeWith = (more: Record<string, string>) => s3Store(readConfig({ ...s3.environment, ...more }));

  describe('an S3 store', () => {
    test('is tried out before the app starts', async () => {
      await expect(objects.check()).resolves.toBeUndefined();
      await expect(storeWith({ S3_SECRET_ACCESS_KEY: 'another' }).check()).rejects.toThrow(
        /^The store of FILE_STORE=s3 \(bucket garden-files at 127\.0\.0\.1:\d+\) cannot be used: it answers 403 SignatureDoesNotMatch\. Check S3_BUCKET/,
      );
      await expect(storeWith({ S3_BUCKET: 'nowhere' }).check()).rejects.toThrow(/it answers 404 NoSuchBucket/);
      await expect(storeWith({ S3_ENDPOINT: 'http://127.0.0.1:9' }).check()).rejects.toThrow(/cannot be used: /);
    });

    test('that does not answer is a refusal that may be tried again, and takes nothing away', async () => {
      const gone = storeWith({ S3_ENDPOINT: 'http://127.0.0.1:9' });
      await expect(gone.read('files/00/x')).rejects.toMatchObject({ code: 'store-unavailable', status: 503 });
      await expect(storeWith({ S3_BUCKET: 'nowhere' }).read('files/00/x')).rejects.toMatchObject({
        code: 'store-unavailable',
      });
    });

    test('has addresses with the bucket in their path or in their host, and others for browsers', async () => {
      const signed = async (more: Record<string, string>) =>
        (await storeWith(more).direct!.downloadUrl('files/00/a b.pdf')).split('?')[0];
      expect(await signed({ S3_ENDPOINT: 'https://s3.example' })).toBe(
        'https://s3.example/garden-files/files/00/a%20b.pdf',
      );
      expect(await signed({ S3_ENDPOINT: 'https://s3.example', S3_FORCE_PATH_STYLE: 'off' })).toBe(
        'https://garden-files.s3.example/files/00/a%20b.pdf',
      );
      expect(await signed({ S3_ENDPOINT: '', S3_REGION: 'ap-southeast-1', S3_FORCE_PATH_STYLE: 'off' })).toBe(
        'https://garden-files.s3.ap-southeast-1.amazonaws.com/files/00/a%20b.pdf',
      );
      expect(await signed({ S3_PUBLIC_ENDPOINT: 'https://files.example' })).toBe(
        'https://files.example/garden-files/files/00/a%20b.pdf',
      );
      expect(storeWith({ S3_PUBLIC_ENDPOINT: 'https://files.example' }).direct!.origin).toBe('https://files.example');
    });

    test('lists more than one page of what it holds', async () => {
      await Promise.all(
        Array.from({ length: 1_050 }, (_, index) =>
          fetch(`${s3.endpoint}/garden-files/many/${index}+x.txt`, { method: 'PUT', body: 'x' }),
        ),
      );
      const keys: string[] = [];
      for await (const { key } of objects.list('many/')) keys.push(key);
      expect(keys).toHaveLength(1_050);
      expect(keys).toContain('many/7+x.txt');
    });
  });
}
