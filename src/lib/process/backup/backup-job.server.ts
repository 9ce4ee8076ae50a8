import { mkdir, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { Refusal } from '#lib/values/refusal.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { BACKED_UP_FOLDERS } from '#lib/process/files/file-keys.ts';
import { declareJob, type Figures, type RunContext } from '#lib/process/jobs/declared.server.ts';
import { takeLock } from '#lib/process/jobs/lock.server.ts';
import { objects } from '#lib/process/files/object-store.server.ts';
import { backupFile, backupFolder, deleteOldBackups } from './backup-files.server.ts';
import { makeBackup } from './backup.server.ts';

const MEGABYTE = 1024 * 1024;
/** Disk space to leave free beside a backup. */
const SPARE_BYTES = 256 * MEGABYTE;

/**
 * Backs up the database and files into DATA_DIR/backups of the process that runs the job, and removes all but the
 * newest backups, as many as the setting says; with 0 none is made. Old ones are removed only when the new one is
 * complete. Throws 409 `backup-no-room` before the disk is full.
 */
export async function backUp({ signal }: Pick<RunContext, 'signal'>): Promise<Figures> {
  const retained = await businessSetting('operation.keep-backups');
  if (retained === 0) return {};
  await refuseFullDisk();
  // No file is swept while it is being copied.
  const sweep = await takeLock('files-sweep');
  try {
    const { manifest, bytes } = await makeBackup({
      databaseUrl: config.databaseUrl!,
      target: backupFile(new Date()),
      signal,
    });
    const removed = await deleteOldBackups(retained);
    return {
      rowsKept: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      filesKept: manifest.objects.count,
      megabytes: Math.ceil(bytes / MEGABYTE),
      backupsRemoved: removed,
    };
  } finally {
    await sweep?.release();
  }
}

/** A generous estimate: tables are compressed, files are not. */
async function refuseFullDisk(): Promise<void> {
  await mkdir(backupFolder(), { recursive: true, mode: 0o700 });
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  let needed = rows[0]!.bytes + SPARE_BYTES;
  for (const place of BACKED_UP_FOLDERS) for await (const { sizeBytes } of objects.list(place)) needed += sizeBytes;
  const { bavail, bsize } = await statfs(backupFolder());
  const free = bavail * bsize;
  if (free < needed)
    throw new Refusal('backup-no-room', 409, {
      params: { needed: Math.ceil(needed / MEGABYTE), free: Math.floor(free / MEGABYTE) },
    });
}

declareJob({ name: 'backup', schedule: '30 1 * * *', run: backUp, mostMinutes: 240, needsProof: true });
