import { forgetAbandonedUploads } from './files.server.ts';
import { declareJob } from './jobs/declared.server.ts';

declareJob({ name: 'upload-cleanup', schedule: '40 * * * *', run: async () => ({ uploads: await forgetAbandonedUploads() }) });
