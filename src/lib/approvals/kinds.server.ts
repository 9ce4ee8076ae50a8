import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import type { AnyEntity } from '#lib/records/entity.ts';
import { notFound } from '#lib/values/refusal.ts';
import type { Reader as Words } from '#lib/records/shown.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';
import type { EditableField } from './policy/approval-policy.ts';
import type { DutyPair } from '#lib/values/duties.ts';
import type { ApprovedDocType } from '#lib/values/doc-types.ts';
import type { ApprovalFlag } from './flags.ts';
import type { Preview, SnapshotChange } from './preview.ts';

/** What somebody who is asked can say, as forms and addresses name it. */
export const DECISION_ACT_NAMES = ['approve', 'return', 'reject'] as const;
export type Act = (typeof DECISION_ACT_NAMES)[number];

/** Carries out one act on the document as shown; `input` holds the comment, and entries of the kind's own forms. */
export type Decide = (actor: Actor, seen: ShownVersion, input: Record<string, unknown>) => Promise<unknown>;

/**
 * What the approval engine asks a module about one kind of its documents. A module writes it in one file, which
 * `lib/modules.server.ts` loads: inbox, preview, decisions by page, API and mail, policies and log follow from it.
 */
export interface ApprovalKind {
  /** The type in number series, policies and tasks: 'PR'. */
  docType: ApprovedDocType;
  /** The record: its name, its words and the subject of its rights. */
  of: AnyEntity;
  /** What such a document can carry today. */
  flags: readonly ApprovalFlag[];
  /** Fields of it that a step may let its approvers change; none of what they decide on. */
  editable: readonly EditableField[];
  /** The tab of the inbox, one for kinds that belong together, and the key of its label. */
  tab: { name: string; label: string };
  /** Whether the actor may open such a record when asked about it; people who lost the right are not notified. */
  isOpenTo(actor: Actor): boolean;
  /** The address of the record's own page. */
  path(docId: string): string;
  /**
   * SQL of `doc_id, version, number, title, amount_cents, requester_id, department_id, status` of every such document,
   * and `marking`: the fields by which it presses (`markingFields`), as jsonb.
   */
  documents(): RawBuilder<unknown>;
  /**
   * What approvers decide on, as it stands now, in the shape of the snapshot `made` when they were asked; null for no
   * such document. In a transaction the caller has locked the document.
   */
  snapshot(docId: string, reader: Db, made?: unknown): Promise<unknown>;
  /**
   * What is in force while approvers decide on its revision, in the shape of the snapshot; undefined where they do not.
   */
  inForce?(docId: string): Promise<unknown>;
  decide: Record<Act, Decide>;
  /** What somebody needs to decide, read as the actor: 403 or 404 where the actor may not. */
  preview(actor: Actor, docId: string, words: Words): Promise<Preview>;
  /**
   * The duty that conflicts with deciding for its sender, where it is not having sent it; and the act (a key of
   * `documents.did`).
   */
  sender?: { pair: DutyPair; did: string } | undefined;
  /** What differs between two snapshots of such a document, in words. */
  changes(before: unknown, after: unknown, words: Words): Promise<SnapshotChange[]>;
}

const kinds = new Map<string, ApprovalKind>();

/** Makes a kind of document known to the engine; called once, when the module's file is loaded. */
export function registerApprovalKind(kind: ApprovalKind): void {
  kinds.set(kind.docType, kind);
}

/** Every kind, in the order of their registration. */
export const approvalKinds = (): ApprovalKind[] => [...kinds.values()];

/** The kinds that the actor may open. */
export const kindsOpenTo = (actor: Actor): ApprovalKind[] => approvalKinds().filter((kind) => kind.isOpenTo(actor));

/** The kind of a type of document; 404 for a type that nobody registered. */
export function approvalKind(docType: string): ApprovalKind {
  const kind = kinds.get(docType);
  if (!kind) throw notFound();
  return kind;
}

/** A document as lists show it. */
export interface DocumentRow {
  docType: string;
  docId: string;
  version: number;
  number: string | null;
  title: string;
  amountCents: number | null;
  requesterId: string;
  departmentId: string | null;
  status: string;
}

/** SQL of every document of these kinds, each with its `doc_type`. */
export function documentsOf(of: readonly ApprovalKind[]): RawBuilder<unknown> {
  return sql`${sql.join(
    of.map(({ docType, documents }) => sql`select ${docType}::text as doc_type, d.* from (${documents()}) d`),
    sql` union all `,
  )}`;
}

/** One document as lists show it, undefined where there is none; the caller has checked the right. */
export async function documentRow(docType: string, docId: string, reader: Db = db): Promise<DocumentRow | undefined> {
  const { rows } =
    await sql<DocumentRow>`select * from (${documentsOf([approvalKind(docType)])}) d where d.doc_id = ${docId}`.execute(
      reader,
    );
  return rows[0];
}
