import { afterAll } from 'vitest';
import { startS3 } from '#tests/support/s3-server.ts';

const s3 = await startS3();
Object.assign(process.env, s3.environment);
afterAll(() => s3.stop());

// Loaded only now: the settings of the store are read with the first of them.
const { fileStories } = await import('./files.stories.ts');
const { s3Stories } = await import('./files-s3.stories.ts');
fileStories();
s3Stories(s3);
