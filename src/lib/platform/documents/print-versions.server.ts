import { db, type Tx } from '../database.server.ts';
import type { Language } from '../i18n/languages.ts';

/** A paper as it was when it was approved or issued (purchasing model, 0.9). Never changed, never removed. */
export interface PrintVersion {
  id: string;
  /** Like 'PR'. */
  docType: string;
  docId: string;
  revision: number;
  /** What the paper says of the document. */
  status: string;
  /** As `newCheckCode` makes it. */
  code: string;
  /** Language code of its labels. */
  language: Language;
  /** Of the PDF, in hexadecimal. */
  sha256: string;
  storageKey: string;
  /** What it says, before language; its shape is the document's own. */
  data: unknown;
  createdAt: string;
  createdBy: string | null;
}

declare module '#lib/platform/database.server.ts' {
  interface Database {
    printVersions: PrintVersion;
  }
}

type Printed = Pick<PrintVersion, 'docType' | 'docId' | 'revision' | 'status'>;

/** The paper kept of one revision in one status. */
export function printVersionOf({ docType, docId, revision, status }: Printed): Promise<PrintVersion | undefined> {
  return db
    .selectFrom('printVersions')
    .selectAll()
    .where('docType', '=', docType)
    .where('docId', '=', docId)
    .where('revision', '=', revision)
    .where('status', '=', status)
    .executeTakeFirst();
}

/** The paper with this code at its foot; `code` as `readCheckCode` gives it. */
export function printVersionByCode(code: string): Promise<PrintVersion | undefined> {
  return db.selectFrom('printVersions').selectAll().where('code', '=', code).executeTakeFirst();
}

/** Adds a paper unless the revision has one already; says whether it did. */
export async function addPrintVersion(
  tx: Tx,
  version: Omit<PrintVersion, 'createdAt' | 'createdBy'>,
): Promise<boolean> {
  const added = await tx
    .insertInto('printVersions')
    .values({ ...version, data: JSON.stringify(version.data) } as never)
    .onConflict((conflict) => conflict.columns(['docType', 'docId', 'revision', 'status']).doNothing())
    .returning('id')
    .execute();
  return added.length > 0;
}
