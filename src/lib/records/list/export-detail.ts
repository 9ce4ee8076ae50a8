import type { AnyEntity } from '#lib/records/entity.ts';
import type { Reader } from '#lib/records/shown.ts';
import type { SheetTable } from '#lib/process/spreadsheets/spreadsheet.server.ts';

/**
 * Rows that belong to listed records and are exported with them: a second sheet of the workbook, or a file of their
 * own.
 */
export interface ExportDetail {
  /** The key of what they are called, in the plural. */
  label: string;
  /** The rows of these records, in their order; at most `ceiling` of them. */
  table(records: readonly Record<string, unknown>[], reader: Reader, ceiling: number): Promise<SheetTable>;
}

type Find = (of: AnyEntity) => ExportDetail | null;

const finders = new Map<string, Find>();

/** Registers a kind of rows that records may have; `name` identifies it. */
export function registerExportDetail(name: string, find: Find): void {
  finders.set(name, find);
}

/** The rows that records of this entity have; null for most. */
export function exportDetailOf(of: AnyEntity): ExportDetail | null {
  for (const find of finders.values()) {
    const detail = find(of);
    if (detail) return detail;
  }
  return null;
}
