import { can } from '#lib/access/page.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { changeSetting, settingId } from '#lib/platform/business-settings-changes.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('Setting', 'update') };

export const POST = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return created(await changeSetting(actor, params.name!, seenOf(settingId(params.name!), input), input));
});
