import { afterAll } from 'vitest';
import { startS3 } from '#tests/support/s3-server.ts';

const s3 = await startS3();
Object.assign(process.env, s3.environment);
afterAll(() => s3.stop());

const { sweepStories } = await import('./file-sweep.stories.ts');
sweepStories();
