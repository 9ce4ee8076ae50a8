import { can } from '#lib/access/session/page.ts';
import { getSetting } from '#lib/settings/business-settings-reading.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { settingReading } from '#lib/settings/business-settings-docs.ts';

export const access = { GET: can('Setting', 'read', 'update') };
export const docs = { GET: settingReading };

export const GET = endpoint<'name'>(({ actor, params }) => getSetting(actor, params.name));
