import { can } from '#lib/access/session/page.ts';
import { removeLogo, setLogo } from '#lib/directory/business-entity.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { logoRemoval, logoSetting } from '#lib/directory/business-entity-docs.ts';

export const access = { POST: can('BusinessEntity', 'update'), DELETE: can('BusinessEntity', 'update') };
export const docs = { POST: logoSetting, DELETE: logoRemoval };

/** `{ fileUrl, fileName, version }` of one's own upload. */
export const POST = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return setLogo(actor, shownVersionOf(params.id, input), input);
});

export const DELETE = endpoint<'id'>(async ({ actor, params, body }) =>
  removeLogo(actor, shownVersionOf(params.id, await body())),
);
