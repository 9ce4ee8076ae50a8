import type { Wish } from '../wish.ts';

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

function all({ module, name, key, pluralKey, type, subject }: Wish): string {
  return `import { can } from '#lib/access/session/page.ts';
import { ${[`create${type}`, pluralKey].sort(byLetter).join(', ')} } from '#lib/${module}/${name}.server.ts';
import { ${key} } from '#lib/${module}/${name}.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';

export const access = { GET: can('${subject}', 'read'), POST: can('${subject}', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, ${pluralKey}, query));

export const POST = createEndpoint(${key}, ({ actor, input }) => create${type}(actor, input));
`;
}

function bulk({ module, name, pluralKey, type, subject }: Wish): string {
  const operations = { close: `close${type}`, reopen: `reopen${type}` };
  return `import { can } from '#lib/access/session/page.ts';
import { bulkAnswer } from '#lib/records/list/bulk.server.ts';
import { ${[pluralKey, ...Object.values(operations)].sort(byLetter).join(', ')} } from '#lib/${module}/${name}.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('${subject}', 'update') };

export const POST = endpoint(async ({ actor, body }) => bulkAnswer(actor, { close: ${operations.close}, reopen: ${operations.reopen} }, await body(), () => ${pluralKey}));
`;
}

function exported({ module, name, pluralKey, subject }: Wish): string {
  return `import { can } from '#lib/access/session/page.ts';
import { ${pluralKey} } from '#lib/${module}/${name}.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';

export const access = { GET: can('${subject}', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, ${pluralKey}, query, locals));
`;
}

function one({ module, name, type, subject, shows }: Wish): string {
  return `import { can } from '#lib/access/session/page.ts';
import { get${type}, update${type} } from '#lib/${module}/${name}.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('${subject}', '${shows}', 'update'), PATCH: can('${subject}', 'update') };

export const GET = endpoint<'id'>(({ actor, params }) => get${type}(actor, params.id));

export const PATCH = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return update${type}(actor, shownVersionOf(params.id, input), input);
});
`;
}

function closure({ module, name, type, subject }: Wish): string {
  return `import { can } from '#lib/access/session/page.ts';
import { close${type}, reopen${type} } from '#lib/${module}/${name}.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('${subject}', 'update'), DELETE: can('${subject}', 'update') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) => close${type}(actor, shownVersionOf(params.id, await body())));

export const DELETE = endpoint<'id'>(async ({ actor, params, body }) => reopen${type}(actor, shownVersionOf(params.id, await body())));
`;
}

const byLetter = (a: string, b: string) => a.toLowerCase().localeCompare(b.toLowerCase());
