/** The messages between the server and the thread that reads a table. */
import type { Spreadsheet } from './table-reading.server.ts';

export interface ReadJob {
  bytes: Uint8Array;
  fileName: string;
}

export type ReadAnswer =
  { kind: 'read'; table: Spreadsheet } | { kind: 'refused'; code: string; params: Record<string, unknown> | undefined };
