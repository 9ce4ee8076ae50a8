import type { AstroGlobal } from 'astro';
import type { Actor } from '#lib/values/actor.ts';
import type { Field } from '#lib/values/fields.ts';
import { pageParam } from '#lib/process/http/page-param.ts';
import { editableIn, type ActOf, type AnyEntity, type TabOf } from '../entity.ts';
import { lockedText } from '../form/form-first.ts';
import { postedActs, type PostedActs } from '../form/posted-acts.server.ts';
import { openedPath } from '../opens.server.ts';
import { mayAttach, recordKind } from '../record-kinds.server.ts';
import type { ReadRow, StoreOptions, readsOf } from '../store-reading.server.ts';
import { titleText } from '../shown.ts';
import { operations, type Operation } from './page-acts.server.ts';
import { factsOf, shownRows, type ShownRows } from './facts.server.ts';
import { treeAround, type TreeAround } from './tree-around.server.ts';

type ShownStore<E extends AnyEntity> = Pick<ReturnType<typeof readsOf<E>>, 'get' | 'reaches' | 'reachOf'> & {
  of: E;
  options: StoreOptions<ActOf<E>, TabOf<E>>;
};

export interface RecordPageOptions<E extends AnyEntity, R> {
  /** Reads the record with the rows of its other tables; the store's `get` when left out. */
  get?: (actor: Actor, id: string) => Promise<R>;
  /** Its transitions and what else is done to it from its page, by their names. */
  acts?: Partial<Record<ActOf<E>, Operation>>;
}

/** What the page of a record shows that is no document: everything follows from its declaration. */
export interface RecordPage<R = Record<string, unknown>> {
  of: AnyEntity;
  record: R & { id: string; version: number; status: string };
  /** What people call it, without its code. */
  title: string;
  /** The code by which it is known, where it has one beside its title. */
  code: string | null;
  /** The fields that the head says with these two. */
  named: string[];
  /** Where it is edited; null for those who may not. `reason` says in words why not now. */
  edit: { href: string; reason: string | null } | null;
  /** What can be done with it now. */
  acts: string[];
  posted: PostedActs;
  /** The fields that say something, in the order of the form. */
  facts: string[];
  /** The pages of what it refers to, as far as the reader may open them. */
  hrefs: Record<string, string>;
  /** Its lists of rows that are not empty. */
  lists: ShownRows[];
  /** Its ancestors and children, for a kind that is a tree. */
  tree: TreeAround | null;
  /** Whether comments, files and watchers hang on it, and whether the reader may add and remove files. */
  carries: boolean;
  attaches: boolean;
  done: undefined;
}

/**
 * Does the posted act first, then reads what is shown: `if (shown.done) return shown.done;` 404 beyond the reader's
 * reach.
 */
export async function recordPage<E extends AnyEntity, R extends ReadRow<E> = ReadRow<E>>(
  astro: AstroGlobal,
  store: ShownStore<E>,
  { get, acts = {} }: RecordPageOptions<E, R> = {},
): Promise<RecordPage<R> | { done: Response }> {
  const { actor, t } = astro.locals;
  const { of } = store;
  const id = pageParam(astro, 'id');
  const posted = await postedActs(astro, operations(astro, store, id, acts));
  if (posted.done) return { done: posted.done };
  const record = (await (get ?? store.get)(actor, id)) as R & {
    id: string;
    version: number;
    status: string;
  };
  const facts = factsOf(of, record);
  const kind = recordKind(of.name);
  const may = asked((actions) => store.reaches(actor, id, actions));
  const [hrefs, lists, tree, changes, attaches, possible] = await Promise.all([
    hrefsOf(actor, of, record, facts),
    shownRows(of, record),
    of.tree ? treeAround(actor, store, id) : null,
    may(store.options.rights.update),
    kind ? mayAttach(kind, actor, id) : false,
    possibleActs(store, record.status, Object.keys(acts), may),
  ]);
  const open = editableIn(of, record.status).length > 0;
  return {
    of,
    record,
    ...calledIn(of, record),
    edit: changes ? { href: `${of.path}/${id}/edit`, reason: open ? null : lockedText(of, record.status, t) } : null,
    acts: possible,
    posted,
    facts,
    hrefs,
    lists,
    tree,
    carries: kind !== undefined,
    attaches,
    done: undefined,
  };
}

type May = (actions: readonly string[] | undefined) => Promise<boolean>;

/** Each right is asked once, however many acts need it; what needs none that anybody can have is open to nobody. */
function asked(reaches: (actions: readonly string[]) => Promise<boolean>): May {
  const answers = new Map<string, Promise<boolean>>();
  return async (actions = []) => {
    if (actions.length === 0) return false;
    const key = actions.join(' ');
    const answer = answers.get(key) ?? reaches(actions);
    answers.set(key, answer);
    return answer;
  };
}

/** The acts that its state knows and the actor has the right to. */
async function possibleActs<E extends AnyEntity>(
  { of, options }: ShownStore<E>,
  status: string,
  acts: readonly string[],
  may: May,
): Promise<string[]> {
  const { rights } = options as StoreOptions<string>;
  const known = acts.filter((act) => of.transitions[act]?.from.includes(status));
  const allowed = await Promise.all(known.map((act) => may(rights.acts?.[act])));
  return known.filter((_, index) => allowed[index]);
}

async function hrefsOf(
  actor: Actor,
  of: AnyEntity,
  record: Record<string, unknown>,
  facts: readonly string[],
): Promise<Record<string, string>> {
  const references = facts.filter((name) => (of.fields[name] as Field | undefined)?.kind === 'reference');
  const found = await Promise.all(
    references.map(async (name) => [name, await openedPath(actor, of.fields[name].to, String(record[name]))] as const),
  );
  return Object.fromEntries(found.filter((one): one is readonly [string, string] => one[1] !== null));
}

const CODES = ['code', 'shortCode', 'number'];

/** Its code is shown above its name, where it has both. */
function calledIn(of: AnyEntity, record: Record<string, unknown>): Pick<RecordPage, 'title' | 'code' | 'named'> {
  const codeField = CODES.find((name) => name in of.fields && record[name]);
  const rest = (of.title as string[]).filter((name) => name !== codeField);
  if (!codeField || rest.length === 0) return { title: titleText(of, record), code: null, named: of.title as string[] };
  return {
    title: titleText({ ...of, title: rest }, record),
    code: String(record[codeField]),
    named: [codeField, ...rest],
  };
}
