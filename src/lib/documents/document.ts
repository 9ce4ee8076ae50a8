/**
 * What makes a record a document: a number, a table of statuses, an owner, often lines, an approval, prints. Browser-safe;
 * it describes and never decides. How a document lives follows from it (life.server.ts), what may be done with it (acts).
 */
import type { EditableField } from '#lib/approvals/policy/approval-policy.ts';
import { entity, type Declaration, type Entity, type Fields, type Transition } from '#lib/records/entity.ts';
import type { ListType } from '#lib/records/list-declaration.ts';
import type { DocType } from '#lib/values/doc-types.ts';
import type { DutyPair } from '#lib/values/duties.ts';
import type { IconName } from '#lib/values/icons.ts';
import { boolean, computed, instant, integer, longText, reference, text } from '#lib/values/fields.ts';
import type { AnyLines } from './lines/lines.ts';
import { REASON_MAX } from '#lib/values/constants.ts';

/** Who may do an act: everything that is named must hold. Several grants of an act are alternatives. */
export interface ActGrant<S extends string = string> {
  /** Any of these rights reaches the record. */
  rights?: readonly string[];
  /** The document's requester, or its current approvers. */
  who?: 'requester' | 'asked';
  /** How far the right must reach: every record of the company, or whatever it reaches ('any' asks for the right alone). */
  reach?: 'entity' | 'any';
  /** In these statuses only; in all that the act allows when left out. */
  from?: readonly S[];
}

/** One thing that can be done with a document, as pages, lists, inbox, palette, API and its description know it. */
export interface ActDeclaration<S extends string = string, T extends string = string> {
  may: readonly ActGrant<S>[];
  /** The transition that it makes; of two, the operation chooses. Without one the status stays. */
  transition?: T | readonly T[];
  /** The statuses in which it can be done, where it makes no transition; all when left out. */
  from?: readonly S[];
  /** What the person must say with it: always, never in these statuses, or as they like. */
  asks?: 'reason' | 'comment';
  /** It asks whether it is meant, although for no words. */
  confirms?: true;
  /** Statuses in which it needs no reason. */
  withoutReason?: readonly S[];
  /** The act that undoes it. */
  inverse?: string;
  /** The noun in its address: 'submission'. */
  address: string;
  /** Why it cannot be done in a status, where "the state has changed" says too little: a key of locales `refusals`. */
  because?: Partial<Record<S, string>>;
  /** What a person must answer for: no app client does it, whatever it may. */
  byPeople?: true;
  /**
   * What keeps it from whoever did it before, by pair of duties: 'requester', 'creator', or an act of this document (model
   * of purchasing, 0.7). The setting of the pair may relax it.
   */
  apartFrom?: Partial<Record<DutyPair, readonly string[]>>;
  /** Which state its open revision must be in: none, a draft, waiting for approval, or any (amendment-acts.ts). */
  revision?: 'none' | 'draft' | 'pending-approval' | 'open';
  /** It makes another document and leaves this one as it is. */
  makes?: true;
  /** It is listed among the secondary acts. */
  seldom?: true;
  /** The icon of its buttons. */
  icon?: IconName;
  /** How its buttons look: what one came for, or what is not taken back lightly; plain when left out. */
  look?: 'primary' | 'danger';
  /** Lists offer it for several rows, each asked for itself; what takes it back comes with it. */
  bulk?: true;
}

/**
 * From what a progress is computed: `done` and `wanted` are columns of the lines, or of the document itself; quantities or
 * cents. Full is what has come to its end on every line that nobody has refused: more on one line does not make up for
 * less on another.
 */
export interface ProgressDeclaration {
  of: 'lines' | 'document';
  done: string;
  wanted: string;
}

export interface DocumentParts<F extends Fields, S extends readonly string[], T> {
  /** Of its numbers, policies, tasks and prints. */
  docType: DocType;
  /** The column of the person who asked for it. */
  requester: keyof F & string;
  /** The amount by which lists, mails and the inbox name it, in cents. */
  amount?: keyof F & string;
  /** Texts that say why another field is as it is, by that field: they stand below it. */
  reasons?: Partial<Record<keyof F & string, keyof F & string>>;
  lines?: AnyLines;
  /** Fields that approvers decide on: frozen in the snapshot when it is sent, compared when it is sent again. */
  material: readonly (keyof F & string)[];
  /** Fields that the step of a policy may let its approvers change; none of what they decide on. */
  opened?: readonly (keyof F & EditableField)[];
  acts: Record<string, ActDeclaration<S[number], keyof T & string>>;
  /** How far it has come, beside its status: each a field made by `progressField`. */
  progress?: Partial<Record<keyof F & string, ProgressDeclaration>>;
  /** Statuses in which nothing more happens to it. */
  final: readonly S[number][];
  /** What a file on it can be. */
  attachmentKinds?: readonly string[];
  /** The stages it goes through, as its strip shows them, with the statuses of each. */
  stages?: readonly { name: string; statuses: readonly S[number][] }[];
}

export type DocumentDeclaration<
  F extends Fields,
  S extends readonly string[],
  T,
  N extends keyof F = keyof F,
  L extends string = string,
> = Declaration<F, S, T, N, L> & DocumentParts<F, S, T>;

export type Document<
  F extends Fields = Fields,
  S extends readonly string[] = readonly string[],
  T = Record<string, Transition>,
  N extends keyof F = keyof F,
  L extends string = string,
> = Entity<F, S, T, N, L> & DocumentParts<F, S, T>;

/** A document of any kind, for machinery. */
export type AnyDocument = Document<any, any, any, any, any>;

/** The fields that every document has; the server writes them. Their labels are in locales `common.fields`. */
export const documentFields = {
  number: text({ max: 30, optional: true, readOnly: true }),
  revision: integer({ readOnly: true }),
  submittedAt: instant({ optional: true, readOnly: true }),
  endedReason: longText({ max: REASON_MAX, optional: true, readOnly: true }),
  onHold: boolean({ readOnly: true }),
  holdReason: longText({ max: REASON_MAX, optional: true, readOnly: true }),
  heldById: reference('user', { optional: true, readOnly: true }),
  heldAt: instant({ optional: true, readOnly: true }),
  /** Set on a draft that was deleted: it is hidden, and permanently deleted after thirty days. */
  deletedAt: instant({ optional: true, readOnly: true }),
  waitingFor: computed(),
};

const documents = new Map<string, AnyDocument>();

/** Declares a document once. Its acts, `editable` and `material` are enforced by the machinery. */
export function document<
  const F extends Fields,
  const S extends readonly string[],
  const T extends Record<string, Transition<S[number]>>,
  const N extends keyof F,
  const L extends string = never,
>(name: string, declaration: DocumentDeclaration<F, S, T, N, L>): Document<F, S, T, N, L | 'deleted'> {
  const list = { ...declaration.list, ...withDeleted(declaration, declaration.list.types) };
  const made = entity(name, { ...declaration, list }) as Document<F, S, T, N, L | 'deleted'>;
  refuseDirectChanges(name, declaration as unknown as AnyDocument);
  documents.set(name, made as AnyDocument);
  return made;
}

/** What is amended by revisions takes no direct change of what approvers decided on while it is in force. */
function refuseDirectChanges(name: string, { acts, editable = {}, material }: AnyDocument): void {
  for (const status of acts['amend']?.from ?? []) {
    const open = editable[status] ?? [];
    if (open === 'form' || (open as readonly string[]).some((field) => material.includes(field)))
      throw new Error(`${name} is amended in ${status} and cannot be changed there directly`);
  }
}

/** The statuses in which its requester has it, and its whole form is open: a draft, one that was returned. */
export const formStatuses = ({ statuses, editable = {} }: AnyDocument): string[] =>
  statuses.filter((status: string) => editable[status] === 'form');

/** Every document whose declaration has been loaded. */
export const allDocuments = (): AnyDocument[] => [...documents.values()];

/** The same document from its requester's side: other tabs at another address. */
export function mineOf<D extends AnyDocument, const L extends string>(
  of: D,
  path: string,
  types: Record<L, ListType>,
): WithTabs<D, L | 'deleted'> {
  return { ...of, path, list: { ...of.list, ...withDeleted(of, types) } } as object as WithTabs<D, L | 'deleted'>;
}

type WithTabs<D, L extends string> =
  D extends Document<infer F, infer S, infer T, infer N, any> ? Document<F, S, T, N, L> : never;

/** The tabs of a list, with that of what was deleted where its drafts can be restored. */
function withDeleted(
  { acts }: Pick<AnyDocument, 'acts'>,
  types: Record<string, ListType> | undefined,
): { types?: Record<string, ListType> } {
  if (!types) return {};
  return { types: 'restore' in acts ? { ...types, deleted: { deleted: true, sort: '-updatedAt' } } : types };
}
