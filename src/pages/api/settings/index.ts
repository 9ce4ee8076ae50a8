import { can } from '#lib/access/page.ts';
import { listSettings } from '#lib/platform/business-settings-reading.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { settingsReading } from '#lib/platform/business-settings-docs.ts';

export const access = { GET: can('Setting', 'read', 'update') };
export const docs = { GET: settingsReading };

export const GET = endpoint(async ({ actor }) => ({ items: await listSettings(actor) }));
