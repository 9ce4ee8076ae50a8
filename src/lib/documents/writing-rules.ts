/**
 * What a kind of document says of its own writing; everything else is the same for all (document-writing.server.ts).
 */
import type { Tx } from '#lib/process/database/database.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { FieldError } from '#lib/values/refusal.ts';
import type { LinePlan } from './lines/line-plan.ts';
import type { Totals } from './lines/line-pricing.ts';
import type { AnyLines, LineInputOf, LineOf } from './lines/lines.ts';

/** The resulting lines, their total in cents, and the columns of the document that follow from them. */
export interface PlannedLines<L extends AnyLines = AnyLines, T extends object = object> {
  plan: LinePlan<L>;
  netCents: number;
  totals: T;
}

/** How the lines of a document come to its amounts. */
export interface LinePricing<L extends AnyLines = AnyLines, T extends object = object> {
  plan(tx: Tx, stored: readonly LineOf<L>[], lines: readonly LineInputOf<L>[]): Promise<PlannedLines<L, T>>;
  /** The document's columns for what its lines come to. */
  totalsOf(totals: Totals): object;
}

export interface WritingRules<R> {
  /** Values of fields that a new one's input leaves out, beside requester and department. */
  first?(actor: Actor): Record<string, unknown>;
  /**
   * Rights that let somebody ask in another's name; an empty list for nobody. Requester and department are then the
   * actor's own where they are left out, and the department is one of the requester's. Without it any department will
   * do.
   */
  forOthers?: readonly string[];
  /** The input in one steady form, before it is read: ids of a list each once and in an order. */
  tidied?(input: Record<string, unknown>): Record<string, unknown>;
  /** How lines are priced; without it they have no amounts. */
  priced?: LinePricing<any>;
  /** Refuses what cannot be (422) and gives columns that follow from the rest; `before` is null for a new one. */
  checked?(tx: Tx, actor: Actor, row: R, before: R | null): Promise<object | void>;
  /** A record whose values the document takes over: what that names already is not asked about again. */
  takenFrom?(tx: Tx, row: R): Promise<object | null>;
  /** Writes the document's data in other tables; `row` holds the lists that were sent. */
  after?(tx: Tx, row: R): Promise<void>;
  /** What is wrong with fields that a policy opens while approvers are asked; without it nothing is opened. */
  openedFaults?(tx: Tx, row: R, before: R, opened: readonly string[]): Promise<FieldError[]>;
  /** Dates that lie ahead: in a copy they are today at the earliest. */
  ahead?: readonly string[];
}

/** How a new document is made, as part of something larger. */
export interface Making extends WriteOptions {
  /** Columns that no input decides. */
  values?: object;
}
