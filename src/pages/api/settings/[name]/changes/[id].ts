import { can } from '#lib/access/page.ts';
import { takeBackSetting } from '#lib/platform/business-settings-changes.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { DELETE: can('Setting', 'update') };

export const DELETE = endpoint(async ({ actor, params }) => {
  await takeBackSetting(actor, params.name!, params.id!);
});
