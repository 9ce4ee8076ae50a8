import { Refusal, invalidField } from './refusal.ts';
import { camel, type Entity } from './entity.ts';

/**
 * Turns a broken promise of the database into a refusal a person can act on; any other error is passed on unchanged.
 * Constraints are named `<table>_<column>_key` (unique) and `<table>_<sentence>` (check), whose sentence is a refusal's code.
 */
export function asRefusal(error: unknown, of: Entity<any, any, any>): unknown {
  const { code, constraint = '', table = '' } = error as { code?: string; constraint?: string; table?: string };
  const name = constraint.replace(`${table}_`, '');
  if (code === '23505') return invalidField(camel(name.replace(/_key$/, '').replace(/_/g, '-')), 'already-used');
  if (code === '23001') return new Refusal('still-used', 409);
  if (code === '23503') return of.table && (error as { detail?: string }).detail?.includes('still referenced')
    ? new Refusal('still-used', 409)
    : invalidField(camel(name.replace(/_fkey$/, '').replace(/_/g, '-')), 'not-a-choice');
  if (code === '23514') return new Refusal(name.replace(/_check$/, '').replace(/_/g, '-'), 422);
  if (code === '23P01') return new Refusal('overlaps', 409);
  return error;
}
