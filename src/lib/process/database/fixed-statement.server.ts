import { sql, type CompiledQuery, type QueryResult, type RawBuilder } from 'kysely';
import { db, type Db } from './database.server.ts';

/** Where a value of the statement comes in. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement of fixed shape: put together and compiled at its first use, and sent with other values from then on. For
 * what every request asks; `build` gets SQL for each value and may use it several times.
 */
export function fixedStatement<V extends Record<string, unknown>, R>(
  names: readonly (keyof V & string)[],
  build: (values: { [N in keyof V]: RawBuilder<V[N]> }) => RawBuilder<R>,
): (values: V, reader?: Db) => Promise<QueryResult<R>> {
  let compiled: CompiledQuery<R> | undefined;
  return (values, reader = db) => {
    compiled ??= build(
      Object.fromEntries(names.map((name) => [name, sql`${new Slot(name)}`])) as { [N in keyof V]: RawBuilder<V[N]> },
    ).compile(db);
    const parameters = compiled.parameters.map((value) => (value instanceof Slot ? values[value.name] : value));
    return reader.executeQuery({ ...compiled, parameters });
  };
}
