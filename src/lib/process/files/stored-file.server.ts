import { notFound } from '#lib/values/refusal.ts';
import { db } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';

/** The metadata of an uploaded file; its bytes are in the object store. */
export interface StoredFile {
  id: string;
  /** UUID and safe name: the last part of the file's address. */
  storageKey: string;
  /** The name given by the person. */
  fileName: string;
  contentType: string;
  /** Unknown until the file is stored, like `sha256` (hexadecimal). */
  sizeBytes: number | null;
  sha256: string | null;
  /** For a picture, in pixels as displayed, known once it was cleaned. */
  width: number | null;
  height: number | null;
  uploadedBy: string | null;
  uploadedAt: string;
  state: 'pending' | 'stored';
  /** When a record first used it; a file that no record uses is removed. */
  claimedAt: string | null;
  /** Since when the sweep has found no record using it. */
  unheldSince: string | null;
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    files: Table<StoredFile, 'uploadedAt' | 'state'>;
  }
}

/** The metadata of a file, announced or stored; 404 for unknown keys. */
export async function fileByKey(storageKey: string): Promise<StoredFile> {
  const file = await db.selectFrom('files').selectAll().where('storageKey', '=', storageKey).executeTakeFirst();
  if (!file) throw notFound();
  return file;
}
