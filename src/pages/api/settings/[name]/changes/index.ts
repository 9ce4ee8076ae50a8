import { can } from '#lib/access/session/page.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { changeSetting, settingId } from '#lib/settings/business-settings-changes.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('Setting', 'update') };

export const POST = endpoint<'name'>(async ({ actor, params, body }) => {
  const input = await body();
  return created(await changeSetting(actor, params.name, shownVersionOf(settingId(params.name), input), input));
});
