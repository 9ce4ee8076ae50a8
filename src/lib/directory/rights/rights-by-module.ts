import { moduleOf } from '#lib/values/rights-catalogue.ts';
import { MODULE_ORDER } from '#lib/directory/role/permission-matrix.ts';

/** More rights than these are folded by module: they would fill the page. */
const MOST_UNFOLDED = 12;

export interface RightsGroup<R> {
  /** A module of the catalogue (`access.modules.<module>`); null for a short list, which is not divided. */
  module: string | null;
  rights: R[];
}

/** Rights as they are listed: a long list by module, in the order of the matrix, a short one as it is. */
export function rightsByModule<R extends { subject: string }>(rights: readonly R[]): RightsGroup<R>[] {
  if (rights.length <= MOST_UNFOLDED) return [{ module: null, rights: [...rights] }];
  return MODULE_ORDER.map((module) => ({
    module,
    rights: rights.filter(({ subject }) => (moduleOf.get(subject) ?? 'always') === module),
  })).filter((group) => group.rights.length > 0);
}
