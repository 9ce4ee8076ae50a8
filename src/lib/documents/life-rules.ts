/** What a kind of document says of its own life; everything else is the same for all (life.server.ts). */
import { z } from 'zod';
import { commentSchema } from '#lib/approvals/decision-entry.ts';
import type { Asked } from '#lib/approvals/policy/policy-choice.ts';
import type { Db, Tx } from '#lib/process/database/database.server.ts';
import type { RowOf } from '#lib/records/entity.ts';
import type { store } from '#lib/records/store.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { AmendRules } from './revisions/amend-rules.ts';
import type { ActDeclaration, AnyDocument } from './document.ts';
import type { Making } from './writing-rules.ts';
import { REASON_MAX } from '#lib/values/constants.ts';
import { wordsOrNull } from '#lib/values/entry-schemas.ts';
import { parse } from '#lib/values/parse.ts';
import { invalidField } from '#lib/values/refusal.ts';

/** A row of a document, as its rules see it. */
export type RowOfDocument<D extends AnyDocument> = RowOf<D> & Record<string, any>;

export type StoreOf<D extends AnyDocument> = ReturnType<typeof store<D>>;

/** What a document is sent with. */
export interface Sending {
  /** Columns that sending writes: prices of the day, what they ask for. */
  values?: object;
  /** What decides who is asked; its type is the document's own, its sender the actor when left out. */
  asked: Omit<Asked, 'docType'>;
  /** What approvers decide on, in its resulting state. */
  snapshot: unknown;
}

/** What a yes leaves of the document when the approver refused a part of it. */
export interface Rest {
  snapshot: unknown;
  /** Writes the rest: gives columns (and `beforeLists`), and what the log entry says of values in other tables. */
  write(tx: Tx): Promise<{ values: object; also: Record<string, unknown> }>;
}

/** What an act does besides its transition, in the same transaction. */
export interface MoveRules<R> {
  /** Columns that are written with the new status. Refuses what is not possible; the row is locked. */
  values?(tx: Tx, actor: Actor, row: R): Promise<object | void>;
  /** With the row in its new status: notices, other tables. */
  after?(tx: Tx, actor: Actor, row: R): Promise<void>;
  /** Once all of it has committed; nobody waits for it. */
  afterCommit?(row: R): void | Promise<void>;
}

/** What is a document's own in its life; everything else is the same for all. */
export interface LifeRules<R, M extends object = object> {
  /** The document's data in other tables: its lines, with the texts of what they refer to. */
  read?(id: string): Promise<M>;
  /** Checks the document whole (422 with every fault at once) and says what it is sent with. Called with the row locked. */
  send(tx: Tx, actor: Actor, row: R): Promise<Sending>;
  /** What approvers decide on, in its current state and in the shape of the snapshot `made` when they were asked. */
  snapshot(row: R, reader: Db, made?: unknown): Promise<unknown>;
  /** What a decision may refuse of it, out of the decision's input; null for a decision on the whole. */
  part?(tx: Tx, row: R, input: Record<string, unknown>): Promise<Rest | null>;
  /** Asked once more before the last yes is written; refuses what has become impossible meanwhile. */
  beforeLast?(tx: Tx, actor: Actor, row: R): Promise<void>;
  /**
   * The effect of the final approval, with the row in its approved status; `isTold` when the requester has been
   * notified by it.
   */
  approved?(tx: Tx, actor: Actor, row: R): Promise<{ row: R; isTold: boolean }>;
  /** Undoes what it has done, where it was issued in error; gives columns. Refuses where that has become impossible. */
  voided?(tx: Tx, actor: Actor, row: R): Promise<object | void>;
  /** Makes the document that says the opposite, as a draft, by what `how` says of it: its transaction, event and columns. */
  reversed?(tx: Tx, actor: Actor, row: R, how: Making): Promise<R>;
  /** What closing does to others, because the rest is not needed; gives columns. `reopened` takes it back. */
  closed?(tx: Tx, actor: Actor, row: R): Promise<object | void>;
  reopened?(tx: Tx, actor: Actor, row: R): Promise<object | void>;
  /** Whether the sender, and not only the requester, is notified of the end; true when left out. */
  tellsSender?: boolean;
  /** Changes the fields that a policy opens to approvers, where it opens any of such a document. */
  change?(actor: Actor, seen: ShownVersion, input: Record<string, unknown>): Promise<R>;
  /** How it is revised while it is in force, for the acts of `amendmentActs`. */
  amend?: AmendRules<R>;
  /** What acts of its own do besides moving it along their transition, by the name of the act. */
  moves?: Record<string, MoveRules<R>>;
  /** Makes a new draft out of another document, for the act `copy`. */
  copy?(actor: Actor, id: string): Promise<R>;
}

/** Carries out one act on the document as shown; `input` holds the entries of the person. */
export type Operation<R> = (actor: Actor, seen: ShownVersion, input?: unknown, within?: Tx) => Promise<R>;

/** What a decision is sent with; parts of the document that it refuses are read by its kind. */
export const decisionSchema = z.looseObject({ comment: commentSchema });

/**
 * The reason that the person gives with an act which asks for one, noted in `params` for the entry; null for none. 422
 * `reason-needed` where the act does not do without it in the row's status.
 */
export function reasonFor(
  { asks, withoutReason }: ActDeclaration,
  { status }: { status: string },
  input: unknown,
  params: Record<string, unknown>,
): string | null {
  if (asks !== 'reason') return null;
  const { reason } = parse(reasonSchema, input ?? {});
  if (reason) params['reason'] = reason;
  else if (!withoutReason?.includes(status)) throw invalidField('reason', 'reason-needed');
  return reason;
}

const reasonSchema = z.object({ reason: wordsOrNull(REASON_MAX) });
