import { db, type Tx } from '#lib/process/database/database.server.ts';
import { jsonText, type Table } from '#lib/process/database/table.ts';
import type { Language } from '#lib/values/languages.ts';
import { instantNow } from '#lib/values/time.ts';

/** A print as it was when its document was approved (purchasing model, 0.9). Never changed, never removed. */
export interface PrintVersion<C = unknown> {
  id: string;
  /** Like 'PR'. */
  docType: string;
  /** Which of the document's prints: 'prf'. */
  name: string;
  docId: string;
  revision: number;
  /** What the print says of the document. */
  status: string;
  /** As `newCheckCode` makes it. */
  code: string;
  /** Language code of its labels. */
  language: Language;
  /** Of the PDF, in hexadecimal. */
  sha256: string;
  storageKey: string;
  /** What it says, before language: the head that every print has, and the document's own. */
  data: C;
  createdAt: string;
  createdBy: string | null;
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    printVersions: Table<PrintVersion, 'createdAt', 'data'>;
  }
}

type Printed = Pick<PrintVersion, 'docType' | 'name' | 'docId' | 'revision' | 'status'>;

/** The version stored of one revision in one status. */
export function printVersionOf({ docType, name, docId, revision, status }: Printed): Promise<PrintVersion | undefined> {
  return db
    .selectFrom('printVersions')
    .selectAll()
    .where('docType', '=', docType)
    .where('name', '=', name)
    .where('docId', '=', docId)
    .where('revision', '=', revision)
    .where('status', '=', status)
    .executeTakeFirst();
}

/** The version with this code at its foot; `code` as `readCheckCode` gives it. */
export function printVersionByCode(code: string): Promise<PrintVersion | undefined> {
  return db.selectFrom('printVersions').selectAll().where('code', '=', code).executeTakeFirst();
}

/** Adds a version unless the revision has one already; says whether it did. */
export async function addPrintVersion(
  tx: Tx,
  version: Omit<PrintVersion, 'createdAt' | 'createdBy'>,
): Promise<boolean> {
  const added = await tx
    .insertInto('printVersions')
    .values({ ...version, data: jsonText(version.data), createdAt: instantNow() })
    .onConflict((conflict) => conflict.columns(['docType', 'name', 'docId', 'revision', 'status']).doNothing())
    .returning('id')
    .execute();
  return added.length > 0;
}
