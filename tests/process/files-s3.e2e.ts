import { expect, test } from '@playwright/test';
import { freePort } from '#tests/support/free-port.ts';
import { startS3 } from '#tests/support/s3-server.ts';
import { startApp } from '#tests/support/server.ts';
import { photoStory } from '#tests/on-records/photo-story.ts';

test('the same with an S3 store, to which the browser sends the photo itself', async ({ browser }) => {
  test.setTimeout(300_000);
  const port = await freePort();
  const s3 = await startS3(`http://localhost:${port}`);
  const app = await startApp(port, s3.environment);
  try {
    const policy = (await fetch(`${app.origin}/login`)).headers.get('content-security-policy')!;
    expect(policy).toContain(`connect-src 'self' ${s3.endpoint};`);
    expect(policy).toContain(`img-src 'self' ${s3.endpoint} data: blob:;`);
    const sent: string[] = [];
    await photoStory(browser, app.origin, (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    expect(sent.map((url) => new URL(url).origin)).toEqual([s3.endpoint, s3.endpoint]);
  } finally {
    await app.stop();
    await s3.stop();
  }
});
