/** Where records are opened. Browser-safe. */
import { entityNamed, type AnyEntity, type Entity } from './entity.ts';
import { listHref, placeOf } from './list/list-links.ts';
import { readListQuery } from './list/list-query.ts';

/** The page of one record, by the name of its entity: a list of one's own records leads to the same pages. */
export function recordPath({ name }: Pick<Entity, 'name'>, id: string): string {
  return `${entityNamed(name).path}/${id}/show`;
}

/** The list in a tab of its own (its first when left out), narrowed to words. */
export function listPath(of: AnyEntity, { q = '', type = null }: { q?: string; type?: string | null } = {}): string {
  return listHref(placeOf(of), readListQuery(of, new URLSearchParams({ q }), type));
}
