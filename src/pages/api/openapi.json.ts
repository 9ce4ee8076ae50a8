import { caller } from '#lib/access/session/page.ts';
import { apiDocument } from '#lib/records/api/api-document.server.ts';
import { DOCUMENT } from '#lib/records/api/api-operations.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: caller() };

export const docs = { GET: DOCUMENT };

export const GET = endpoint(({ t }) => apiDocument(t));
