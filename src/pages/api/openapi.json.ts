import { caller } from '#lib/access/page.ts';
import { apiDocument } from '#lib/platform/api/api-document.server.ts';
import { DOCUMENT } from '#lib/platform/api/api-operations.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: caller() };

export const docs = { GET: DOCUMENT };

export const GET = endpoint(({ t }) => apiDocument(t));
