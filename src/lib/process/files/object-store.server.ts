import { config } from '#lib/process/config/config.server.ts';
import { diskStore } from './object-store-disk.server.ts';
import type { ObjectStore } from './object-store.ts';
import { s3Store } from './object-store-s3.server.ts';

/** The object store of this installation (FILE_STORE). */
export const objects: ObjectStore = config.fileStore === 's3' ? s3Store(config) : diskStore(config.dataDir);
