import { can } from '#lib/access/session/page.ts';
import { cancelSettingChange } from '#lib/settings/business-settings-changes.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { DELETE: can('Setting', 'update') };

export const DELETE = endpoint<'name' | 'id'>(async ({ actor, params }) => {
  await cancelSettingChange(actor, params.name, params.id);
});
