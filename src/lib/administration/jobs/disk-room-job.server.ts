import { Refusal } from '#lib/values/refusal.ts';
import { freeBytes } from '#lib/process/config/full-disk.server.ts';
import { declareJob, type Figures } from '#lib/process/jobs/declared.server.ts';

const MEGABYTE = 1024 * 1024;
/** Fewer free megabytes are told to administrators, while there is still room to write that down. */
const LEAST_MEGABYTES = 512;

/**
 * Looks at the disk of DATA_DIR. Refuses with `disk-filling` when little is left: administrators are notified of a job
 * that fails, once until it succeeds again.
 */
export async function lookAtDisk(free: () => Promise<number> = freeBytes): Promise<Figures> {
  const megabytes = Math.floor((await free()) / MEGABYTE);
  if (megabytes < LEAST_MEGABYTES) throw new Refusal('disk-filling', 409, { params: { free: megabytes } });
  return { megabytesFree: megabytes };
}

declareJob({ name: 'disk-room', schedule: '*/10 * * * *', run: () => lookAtDisk(), mostMinutes: 1 });
