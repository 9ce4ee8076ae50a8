import { createHash } from 'node:crypto';
import pg from 'pg';

/** Executions after which a statement is prepared: what is sent rarely would only take memory. */
const PREPARED_AFTER = 5;
/** Most statements that each connection keeps prepared; of a plan the database keeps some ten to a hundred kilobytes. */
const MOST_PREPARED = 150;
/** Texts counted at a time. */
const MOST_COUNTED = 2_000;

const PREPARABLE = /^[\s(]*(select|with|insert|update|delete)\b/i;
/** feature_not_supported: "cached plan must not change result type", after a migration beside a running process. */
const OUTDATED = '0A000';

/** Counts how often each text is sent, and names those sent often. Bounded, whatever texts come. */
export class StatementNames {
  #counts = new Map<string, number>();
  #names = new Map<string, string>();
  #generation = 0;

  /** The name under which the text is prepared, or undefined as long as it is sent rarely. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name || this.#names.size >= MOST_PREPARED || !PREPARABLE.test(text)) return name;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < PREPARED_AFTER) {
      if (this.#counts.size >= MOST_COUNTED) this.#counts.clear();
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const made = `${this.#generation}-${createHash('sha256').update(text).digest('base64url')}`;
    this.#names.set(text, made);
    return made;
  }

  /** A table has changed under prepared statements: every name is new from now on. */
  renew(): void {
    this.#generation += 1;
    this.#names.clear();
  }
}

const names = new StatementNames();

/**
 * A connection whose frequent statements are parsed and, where that is as good, planned once (PostgreSQL chooses between
 * a plan for all values and one for these: `plan_cache_mode`). A statement whose plan a migration has made invalid is
 * sent again under a new name; within a transaction it fails with 0A000, and the transaction is run again.
 */
export class PreparingClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- the overloads of the driver
  override query(...given: any[]): any {
    const [text, values] = given;
    const name = given.length === 2 && typeof text === 'string' && Array.isArray(values) ? names.of(text) : undefined;
    // oxlint-disable-next-line typescript/no-explicit-any -- the overloads of the driver
    const send = super.query.bind(this) as (...sent: any[]) => Promise<unknown>;
    if (!name) return send(...given);
    return send({ name, text, values }).catch((error: unknown) => {
      if (!isOutdatedPlan(error)) throw error;
      names.renew();
      if (this.getTransactionStatus() !== 'I') throw error;
      return send(text, values);
    });
  }
}

/** Whether a statement failed because a table has changed since it was prepared. */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  return code === OUTDATED && message.startsWith('cached plan');
}
