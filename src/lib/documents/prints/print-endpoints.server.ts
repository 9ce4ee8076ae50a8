/**
 * The methods of a print's endpoints, each file of which is one line; who may use them follows from the document's
 * rights.
 */
import type { APIRoute } from 'astro';
import { can, open, personCan, type EndpointAccess } from '#lib/access/session/page.ts';
import type { Subject } from '#lib/values/rights-catalogue.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';
import { pdfResponse } from '#lib/process/typst/pdf-response.server.ts';
import type { ApiOperation } from '#lib/records/api/api-operations.ts';
import { exactly, instant, nullable, pageOf, uuid } from '#lib/records/api/api-schema.ts';
import { usualRights } from '../usual/usual.ts';
import { createPrintLink, openPrint, printLinksOf, revokePrintLink } from './print-links.server.ts';
import { recordPrinted } from './print-reading.server.ts';
import type { Print } from './prints.server.ts';

type Methods<M extends string> = { access: Record<M, EndpointAccess> } & Record<M, APIRoute>;

/**
 * `…/[id]/print-links`: lists the links to a print, makes one (201), ends one (`?link=`, or `{ link }` in the body). Who
 * may end which is asked in the operation: also who made it and may not publish any more.
 */
export function printLinkEndpoints(
  print: Print<any, any>,
): Methods<'GET' | 'POST' | 'DELETE'> & { docs: Record<'GET' | 'POST' | 'DELETE', ApiOperation> } {
  const shown = can(...shownBy(print));
  return {
    access: { GET: shown, POST: can(print.store.of.subject as Subject, ...usualRights.publish), DELETE: shown },
    docs: printLinkDocs(print),
    GET: endpoint<'id'>(async ({ actor, params }) => {
      const items = await printLinksOf(actor, print, params.id);
      return { items, total: items.length, page: 1, perPage: items.length };
    }),
    POST: endpoint<'id'>(async ({ actor, params }) => created(await createPrintLink(actor, print, params.id))),
    DELETE: endpoint<'id'>(async ({ actor, params, query, body }) =>
      revokePrintLink(actor, print, params.id, query.get('link') ?? String((await body()).link ?? '')),
    ),
  };
}

/** `…/[id]/prints`: the browser reports that its person has printed the preview. */
export function printNoteEndpoint(print: Print<any, any>): Methods<'POST'> {
  return {
    access: { POST: personCan(...shownBy(print)) },
    POST: endpoint<'id'>(({ actor, params }) => recordPrinted(actor, print, params.id)),
  };
}

/** The PDF. Its address carries its own proof, or the operation asks for the actor's right to the document. */
export function printFileEndpoint(print: Print<any, any>): Methods<'GET'> {
  return {
    access: { GET: open() },
    GET: endpoint<'id'>(async ({ actor, params, locals }) =>
      pdfResponse(await openPrint(actor, print, params.id, locals)),
    ),
  };
}

function shownBy({ store: { of, options } }: Print): Parameters<typeof can> {
  const [first, ...rest] = options.rights.show;
  return [of.subject as Subject, first!, ...rest];
}

const link = exactly({
  id: uuid,
  createdAt: instant,
  createdBy: { type: 'string' },
  expiresAt: instant,
  revokedAt: nullable(instant),
  useCount: { type: 'integer' },
  lastUsedAt: nullable(instant),
  live: { type: 'boolean' },
  mayEnd: { type: 'boolean' },
});

function printLinkDocs({ store: { of } }: Print): Record<'GET' | 'POST' | 'DELETE', ApiOperation> {
  const made = exactly({ url: { type: 'string', format: 'uri' }, expiresAt: instant });
  return {
    GET: { does: 'printLinks', of, answer: { status: 200, schema: pageOf(link) }, refusals: [404] },
    POST: { does: 'makePrintLink', of, answer: { status: 201, schema: made }, refusals: [403, 404, 409] },
    DELETE: {
      does: 'endPrintLink',
      of,
      query: [{ name: 'link', schema: uuid, says: 'link' }],
      answer: { status: 204, schema: 'none' },
      refusals: [403, 404],
    },
  };
}
