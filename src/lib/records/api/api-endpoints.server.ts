import { apiPath } from '#lib/values/paths.ts';
import type { ActAccess, EndpointAccess } from '#lib/access/session/page.ts';
import { isGrantable } from '#lib/access/tokens/client-scopes.ts';
import { allEntities, type AnyEntity } from '#lib/records/entity.ts';
import {
  actOf,
  actOperation,
  bulkOf,
  createOf,
  exportOf,
  listOf,
  readOf,
  updateOf,
  type ApiOperation,
} from './api-operations.ts';

/**
 * An endpoint file: who may use its methods, and what it says of them where that does not follow from the declaration.
 */
export interface EndpointFile {
  /** The route's pattern: '/api/directory/teams/[id]'. */
  pattern: string;
  access: Record<string, EndpointAccess>;
  docs: Record<string, ApiOperation | null> | undefined;
}

export interface DescribedEndpoint {
  method: string;
  /** As OpenAPI writes it: '/api/directory/teams/{id}'. */
  path: string;
  access: EndpointAccess;
  operation: ApiOperation;
}

let readFiles: () => Promise<EndpointFile[]> = async () => [];

/** Called once by the module that knows the pages, with the endpoint files. */
export function registerEndpoints(read: () => Promise<EndpointFile[]>): void {
  readFiles = read;
}

/** Every method that the description has, by address. */
export async function describedEndpoints(): Promise<DescribedEndpoint[]> {
  const files = await readFiles();
  return files
    .flatMap((file) =>
      methodsOf(file).flatMap(({ method, pattern, access, operation }) =>
        operation ? [{ method, access, operation, path: pattern.replaceAll(/\[(\w+)\]/g, '{$1}') }] : [],
      ),
    )
    .toSorted((a, b) =>
      a.path === b.path ? ORDER.indexOf(a.method) - ORDER.indexOf(b.method) : a.path < b.path ? -1 : 1,
    );
}

/** Methods that an app client may be let into and that nothing describes: 'GET /api/settings/jobs'. */
export async function undescribedMethods(): Promise<string[]> {
  const files = await readFiles();
  return files
    .flatMap((file) =>
      methodsOf(file)
        .filter(({ access, operation }) => opens(access) && !operation)
        .map(({ method, pattern }) => `${method} ${pattern}`),
    )
    .toSorted();
}

/** Every scope that permits something. */
export async function scopesInUse(): Promise<Set<string>> {
  const files = await readFiles();
  return new Set(files.flatMap((file) => methodsOf(file).flatMap(({ access }) => scopesOf(access))));
}

/** The scopes any one of which permits an app client; none where it is closed to them. */
export function scopesOf(access: EndpointAccess): string[] {
  if (access.kind !== 'can' || access.byPeople) return [];
  return access.needs.flatMap(({ subject, anyOf }) =>
    anyOf.filter((action) => isGrantable(subject, action)).map((action) => `${subject}:${action}`),
  );
}

const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const opens = (access: EndpointAccess): boolean => scopesOf(access).length > 0;

interface Method {
  method: string;
  pattern: string;
  access: EndpointAccess;
  operation: ApiOperation | null;
}

/** The methods of a file; one that answers several acts (`…/[act]`) has an address for each. */
function methodsOf({ pattern, access, docs }: EndpointFile): Method[] {
  return Object.entries(access).flatMap(([method, needed]): Method[] => {
    if (needed.kind === 'by-act') return actsAt(pattern, method, needed.acts);
    const operation = docs && method in docs ? docs[method]! : opens(needed) ? usual(pattern, method) : null;
    return [{ method, pattern, access: needed, operation }];
  });
}

function actsAt(pattern: string, method: string, acts: Readonly<Record<string, ActAccess>>): Method[] {
  const of = recordsAt(pattern);
  return Object.entries(acts).map(([noun, one]) => ({
    method,
    pattern: pattern.replace('[act]', noun),
    access: one.access,
    operation: of && opens(one.access) ? actOperation(of, one) : null,
  }));
}

/**
 * What the addresses of a record mean: `/api` and the address of its list, below it one record and nouns for its
 * changes of state.
 */
function usual(pattern: string, method: string): ApiOperation | null {
  const of = recordsAt(pattern);
  if (!of) return null;
  const made = USUAL[`${method} ${pattern.slice(apiPath(of.path).length)}`];
  return made ? made(of) : null;
}

/** The kind of record that an address is about: the longest list's address that it begins with. */
function recordsAt(pattern: string): AnyEntity | undefined {
  return allEntities()
    .filter(({ path }) => `${pattern}/`.startsWith(`${apiPath(path)}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}

const USUAL: Record<string, (of: AnyEntity) => ApiOperation | null> = {
  'GET ': listOf,
  'POST ': (of) => createOf(of),
  'GET /export': exportOf,
  'POST /bulk': bulkOf,
  'GET /[id]': readOf,
  'PATCH /[id]': (of) => updateOf(of),
  'POST /[id]/closure': (of) => actIn(of, 'close', 'deactivate'),
  'DELETE /[id]/closure': (of) => actIn(of, 'reopen', 'activate'),
  'POST /[id]/retirement': (of) => actIn(of, 'retire'),
  'DELETE /[id]/retirement': (of) => actIn(of, 'restore'),
};

function actIn(of: AnyEntity, ...names: string[]): ApiOperation | null {
  const act = names.find((name) => name in of.transitions);
  return act ? actOf(of, act) : null;
}
