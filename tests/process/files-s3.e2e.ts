import { expect, test } from '@playwright/test';
import { freePort } from '#tests/support/free-port.ts';
import { startS3 } from '#tests/support/s3-server.ts';
import { startGarden } from '#tests/support/server.ts';
import { photoStory } from '#tests/on-records/photo-story.ts';

test('the same with an S3 store, to which the browser sends the photo itself', async ({ browser }) => {
  test.setTimeout(300_000);
  const port = await freePort();
  const s3 = await startS3(`http://localhost:${port}`);
  const garden = await startGarden(port, s3.environment);
  try {
    const policy = (await fetch(`${garden.origin}/login`)).headers.get('content-security-policy')!;
    expect(policy).toContain(`connect-src 'self' ${s3.endpoint};`);
    expect(policy).toContain(`img-src 'self' ${s3.endpoint} data: blob:;`);
    const sent: string[] = [];
    await photoStory(browser, garden.origin, (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    expect(sent.map((url) => new URL(url).origin)).toEqual([s3.endpoint, s3.endpoint]);
  } finally {
    await garden.stop();
    await s3.stop();
  }
});
