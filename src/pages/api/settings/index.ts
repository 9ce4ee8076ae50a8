import { can } from '#lib/access/session/page.ts';
import { listSettings } from '#lib/settings/business-settings-reading.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { settingsReading } from '#lib/settings/business-settings-docs.ts';

export const access = { GET: can('Setting', 'read', 'update') };
export const docs = { GET: settingsReading };

export const GET = endpoint(async ({ actor }) => ({ items: await listSettings(actor) }));
