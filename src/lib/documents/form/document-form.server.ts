import type { Chain } from '#lib/approvals/approval-chain.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Choices } from '#lib/records/list/choices.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { AllowedAct } from '../acts.server.ts';
import type { AnyDocument } from '../document.ts';
import type { Operation } from '../life-rules.ts';
import type { NotNeeded, SavedDocument } from './form.ts';
import type { DocumentRules } from './rules.ts';

/** A document whose form is opened: its row, its lines where it has any, and what the reader may do to it. */
export type OpenedDocument = SavedDocument &
  Record<string, unknown> & {
    status: string;
    titles?: Readonly<Record<string, string>>;
    lines?: readonly { id: string }[];
    allowedActions?: readonly AllowedAct[];
  };

/** What the form of a document does and shows beside what its declaration says. */
export interface DocumentForm<R extends SavedDocument> {
  /** The document and how it is sent: its life. */
  life: { of: AnyDocument; submit: Operation<R> };
  rules: DocumentRules;
  /** The document being changed; null for a new one. */
  record: OpenedDocument | null;
  /** It fills the open revision of a document in force, which stays as it is. */
  revises?: true;
  /** Values with which a new one begins. */
  first?: Record<string, unknown>;
  /** Those of them that an earlier document said. */
  remembered?: Readonly<Record<string, string>>;
  /** What goes along with the entries of a new one and is not entered itself: whom it is about. */
  along?: Readonly<Record<string, string>>;
  /** The fields of the form, where they are not all that are declared. */
  fields?: readonly string[];
  /** Choices that do not follow from the declaration, by field. */
  choices?: Choices;
  create(actor: Actor, input: Record<string, unknown>, tx?: Tx): Promise<R>;
  update(actor: Actor, seen: ShownVersion, input: Record<string, unknown>, tx?: Tx): Promise<R>;
  /** Amounts in cents that decide what sending needs, by the names that the rules use. */
  limits?(): Promise<Record<string, number>>;
  /** Who would be asked, and the address of the API where the form asks it again in the browser. */
  expected?: { at: string; ask(actor: Actor, question: Record<string, unknown>): Promise<Chain | NotNeeded | null> };
}
