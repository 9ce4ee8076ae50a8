import type { EndpointAccess } from '#lib/access/page.ts';
import { isGrantable } from '#lib/access/client-scopes.ts';
import { allEntities, type Entity } from '#lib/kernel/entity.ts';
import { actOf, bulkOf, createOf, exportOf, listOf, readOf, updateOf, type ApiOperation } from './api-operations.ts';

/** An endpoint file: who may use its methods, and what it says of them where that does not follow from the declaration. */
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

/** Told once by what knows the pages: where endpoints are found. */
export function knowEndpoints(read: () => Promise<EndpointFile[]>): void {
  readFiles = read;
}

/** Every method that the description has, by address. */
export async function describedEndpoints(): Promise<DescribedEndpoint[]> {
  const files = await readFiles();
  return files
    .flatMap((file) =>
      methodsOf(file).flatMap(({ method, access, operation }) =>
        operation ? [{ method, access, operation, path: file.pattern.replaceAll(/\[(\w+)\]/g, '{$1}') }] : [],
      ),
    )
    .toSorted((a, b) =>
      a.path === b.path ? ORDER.indexOf(a.method) - ORDER.indexOf(b.method) : a.path < b.path ? -1 : 1,
    );
}

/** Methods that an app client may be let into and that nothing describes: 'GET /api/settings/jobs'. */
export async function undescribed(): Promise<string[]> {
  const files = await readFiles();
  return files
    .flatMap((file) =>
      methodsOf(file)
        .filter(({ access, operation }) => opens(access) && !operation)
        .map(({ method }) => `${method} ${file.pattern}`),
    )
    .toSorted();
}

/** Every scope that opens something. */
export async function scopesInUse(): Promise<Set<string>> {
  const files = await readFiles();
  return new Set(files.flatMap(({ access }) => Object.values(access).flatMap(scopesOf)));
}

/** The scopes any one of which lets an app client in; none where it is closed to them. */
export function scopesOf(access: EndpointAccess): string[] {
  if (access.kind !== 'can' || access.byPeople) return [];
  return access.needs.flatMap(({ subject, anyOf }) =>
    anyOf.filter((action) => isGrantable(subject, action)).map((action) => `${subject}:${action}`),
  );
}

const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const opens = (access: EndpointAccess): boolean => scopesOf(access).length > 0;

function methodsOf({
  pattern,
  access,
  docs,
}: EndpointFile): { method: string; access: EndpointAccess; operation: ApiOperation | null }[] {
  return Object.entries(access).map(([method, needed]) => ({
    method,
    access: needed,
    operation: docs && method in docs ? docs[method]! : opens(needed) ? usual(pattern, method) : null,
  }));
}

/** What the addresses of a record mean: `/api` and the address of its list, below it one record and nouns for its changes of state. */
function usual(pattern: string, method: string): ApiOperation | null {
  const of = allEntities()
    .filter(({ path }) => `${pattern}/`.startsWith(`/api${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  if (!of) return null;
  const made = USUAL[`${method} ${pattern.slice(`/api${of.path}`.length)}`];
  return made ? made(of) : null;
}

const USUAL: Record<string, (of: Entity<any, any, any>) => ApiOperation | null> = {
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

function actIn(of: Entity<any, any, any>, ...names: string[]): ApiOperation | null {
  const act = names.find((name) => name in of.transitions);
  return act ? actOf(of, act) : null;
}
