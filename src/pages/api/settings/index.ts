import { can } from '#lib/access/page.ts';
import { listSettings } from '#lib/platform/business-settings-reading.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('Setting', 'read', 'update') };

export const GET = endpoint(async ({ actor }) => ({ items: await listSettings(actor) }));
