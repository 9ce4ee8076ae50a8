/** One tab of a list: the value of `:type` and the statuses it shows (all when left out). */
export interface ListType {
  statuses?: readonly string[];
  /** For people whose right to the list reaches so far; without it for all who may open the list. */
  scope?: 'own' | 'department';
  /** The order of this tab, where it is not that of the list. */
  sort?: string;
  /** What was deleted, for whoever may restore it; the tab is there while it holds something. */
  deleted?: true;
}

/** `L` are the names of its tabs. */
export interface ListDeclaration<F, L extends string = string> {
  /** In the order people see; `status` and `createdAt` may be named too. */
  columns: readonly (keyof F | BaseColumn)[];
  /** Columns hidden until somebody chooses them. */
  hidden?: readonly (keyof F | BaseColumn)[];
  /**
   * Usual columns that give way to the others where there is little room, the first one first; at most four. Their
   * cells take a `class`.
   */
  givesWay?: readonly (keyof F | BaseColumn)[];
  /** Fields of the form that are changed in the cell too: whose it is, a date, a quantity. */
  inCell?: readonly (keyof F)[];
  /** Columns a reader may sort by; each has an index. */
  sortable: readonly (keyof F | BaseColumn)[];
  /** '-createdAt' is newest first. */
  defaultSort: string;
  /** Amounts that are added up below the list, over all its rows. */
  totals?: readonly (keyof F)[];
  /** Fields offered as filters. */
  filters?: readonly (keyof F | BaseColumn)[];
  /** The tabs, first is the default; a list without tabs leaves it out. */
  types?: Record<L, ListType>;
  /** The list's address, when it is not that of its records. */
  path?: string;
  /** The tab is a part of the list's address (`/purchase-requests/:type`). */
  typeInPath?: boolean;
}

export type BaseColumn = 'status' | 'createdAt' | 'updatedAt';
