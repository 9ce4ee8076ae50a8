import type { Wish } from './wish.ts';

/** The files below `src/pages/api<path>/`. */
export function endpoints(wish: Wish): Record<string, string> {
  return {
    'index.ts': all(wish),
    'bulk.ts': bulk(wish),
    'export.ts': exported(wish),
    '[id]/index.ts': one(wish),
    '[id]/closure.ts': closure(wish),
  };
}

function all({ module, name, pluralKey, type, subject }: Wish): string {
  return `import { can } from '#lib/access/page.ts';
import { ${[`create${type}`, pluralKey].sort(byLetter).join(', ')} } from '#lib/${module}/${name}.server.ts';
import { listAnswer } from '#lib/kernel/list-answer.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('${subject}', 'read'), POST: can('${subject}', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, ${pluralKey}, query));

export const POST = endpoint(async ({ actor, body }) => created(await create${type}(actor, await body())));
`;
}

function bulk({ module, name, pluralKey, type, subject }: Wish): string {
  const operations = { close: `close${type}`, reopen: `reopen${type}` };
  return `import { can } from '#lib/access/page.ts';
import { bulkAnswer } from '#lib/kernel/bulk.server.ts';
import { ${[pluralKey, ...Object.values(operations)].sort(byLetter).join(', ')} } from '#lib/${module}/${name}.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('${subject}', 'update') };

export const POST = endpoint(async ({ actor, body }) => bulkAnswer(actor, { close: ${operations.close}, reopen: ${operations.reopen} }, await body(), () => ${pluralKey}));
`;
}

function exported({ module, name, pluralKey, subject }: Wish): string {
  return `import { can } from '#lib/access/page.ts';
import { ${pluralKey} } from '#lib/${module}/${name}.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { exportList } from '#lib/platform/export.server.ts';

export const access = { GET: can('${subject}', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, ${pluralKey}, query, locals));
`;
}

function one({ module, name, type, subject }: Wish): string {
  return `import { can } from '#lib/access/page.ts';
import { get${type}, update${type} } from '#lib/${module}/${name}.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('${subject}', 'read', 'update'), PATCH: can('${subject}', 'update') };

export const GET = endpoint(({ actor, params }) => get${type}(actor, params.id!));

export const PATCH = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return update${type}(actor, seenOf(params.id, input), input);
});
`;
}

function closure({ module, name, type, subject }: Wish): string {
  return `import { can } from '#lib/access/page.ts';
import { close${type}, reopen${type} } from '#lib/${module}/${name}.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('${subject}', 'update'), DELETE: can('${subject}', 'update') };

export const POST = endpoint(async ({ actor, params, body }) => close${type}(actor, seenOf(params.id, await body())));

export const DELETE = endpoint(async ({ actor, params, body }) => reopen${type}(actor, seenOf(params.id, await body())));
`;
}

const byLetter = (a: string, b: string) => a.toLowerCase().localeCompare(b.toLowerCase());
