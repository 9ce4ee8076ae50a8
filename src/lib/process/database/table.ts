import type { ColumnType } from 'kysely';
import type { Db } from './database.server.ts';

declare const WRITTEN: unique symbol;
/** A value as a jsonb column takes it. */
export type JsonText<V> = string & { readonly [WRITTEN]: V };
/** Writes a value for a jsonb column; without it an array would be written as one of PostgreSQL. */
export const jsonText = <V>(value: V): JsonText<V> => JSON.stringify(value) as JsonText<V>;

/**
 * A table out of its row: what a query reads is the row; what an insert must name is every column but the nullable and
 * the `Defaulted` ones, to which the database gives a value; `Json` are columns of jsonb, written by `jsonText`.
 */
export type Table<Row, Defaulted extends keyof Row = never, Json extends keyof Row = never> = {
  [K in keyof Row]: ColumnType<
    Row[K],
    Written<Row, K, Json> | (K extends Defaulted ? undefined : never),
    Written<Row, K, Json>
  >;
};
type Written<Row, K extends keyof Row, Json> = K extends Json ? JsonText<Row[K]> | Extract<Row[K], null> : Row[K];

/** The columns of every record to which the database gives a value. */
export type Stamps = 'version' | 'createdAt' | 'updatedAt';

/** A record of whatever kind: its other columns are known to its declaration alone. */
interface AnyRow {
  id: string;
  version: number;
  [column: string]: any;
}
/**
 * The tables of records by the name that a declaration gives, where the kind is known only as the program runs: what is
 * written has been parsed by the declaration.
 */
export const recordTables = <D extends Db>(reader: D) => reader.$extendTables<Record<string, AnyRow>>();
