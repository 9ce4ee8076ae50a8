import { can } from '#lib/access/page.ts';
import { getSetting } from '#lib/platform/business-settings-reading.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { settingReading } from '#lib/platform/business-settings-docs.ts';

export const access = { GET: can('Setting', 'read', 'update') };
export const docs = { GET: settingReading };

export const GET = endpoint(({ actor, params }) => getSetting(actor, params.name!));
