/** The methods of a document's endpoints, each file of which is a line or two; its acts are in act-endpoint.server.ts. */
import type { APIRoute } from 'astro';
import { can, type EndpointAccess } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createOf, listOf, updateOf, type ApiOperation } from '#lib/records/api/api-operations.ts';
import { scopesOf } from '#lib/records/api/api-endpoints.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { entityNamed } from '#lib/records/entity.ts';
import { exportList } from '#lib/records/list/export.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { shownVersionOf, type ShownVersion } from '#lib/records/version.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { Subject } from '#lib/values/rights-catalogue.ts';
import { rightsIn } from './acts.server.ts';
import type { AnyDocument } from './document.ts';
import { expectedOperation, forecastOperation } from './expected-docs.ts';
import type { ExpectedApproval } from './expected.server.ts';
import { enteredDocumentSchema } from './lines/line-docs.ts';
import type { Life } from './life.server.ts';
import type { RowOfDocument } from './life-rules.ts';
import { answerOf, readDocument } from './reading.server.ts';
import { revisionForecast } from './revisions/revision-forecast.server.ts';
import { exportRights, listMeant, type OwnList } from './usual/document-lists.server.ts';

type Methods<M extends string, D extends string> = { access: Record<M, EndpointAccess> } & Record<M, APIRoute> & {
    /** Of a document with lines; what its declaration says is described by itself. */
    docs: Partial<Record<D, ApiOperation>>;
  };

interface Operations<D extends AnyDocument> {
  create(actor: Actor, input: Record<string, unknown>): Promise<RowOfDocument<D>>;
  update(actor: Actor, seen: ShownVersion, input: Record<string, unknown>): Promise<RowOfDocument<D>>;
  /** Fields that a new one need not say, as they have a value of their own. */
  first?(actor: Actor): Record<string, unknown>;
}

/** `index.ts`: lists documents, makes one (201). */
export function documentsEndpoint<D extends AnyDocument>(
  life: Life<D>,
  { create, first }: Pick<Operations<D>, 'create' | 'first'>,
): Methods<'GET' | 'POST', 'POST'> {
  const { of, documents } = life;
  const { rights } = documents.options;
  return {
    access: { GET: accessTo(of, rights.list), POST: accessTo(of, rights.create!) },
    docs: of.lines ? { POST: createOf(of, enteredDocumentSchema(of, first)) } : {},
    GET: endpoint(({ actor, query }) => listAnswer(actor, documents, query)),
    POST: createEndpoint(
      of,
      ({ actor, input }) => create(actor, input),
      (actor, made: RowOfDocument<D>) => answerOf(actor, life, made),
    ),
  };
}

/** The list of one's own documents, at an address of its own. */
export function ownDocumentsEndpoint(list: {
  of: AnyDocument;
  options: Life<any>['documents']['options'];
  list: Life<any>['documents']['list'];
}): Methods<'GET', 'GET'> {
  const { of, options } = list;
  return {
    access: { GET: accessTo(of, options.rights.list) },
    docs: { GET: { ...listOf(of), of: entityNamed(of.name), does: 'listOwn' } },
    GET: endpoint(({ actor, query }) => listAnswer(actor, list, query)),
  };
}

/** `[id]/index.ts`: one document, and its change. */
export function documentEndpoint<D extends AnyDocument>(
  life: Life<D>,
  { update, first }: Pick<Operations<D>, 'update' | 'first'>,
): Methods<'GET' | 'PATCH', 'PATCH'> {
  const { of, documents } = life;
  const { rights } = documents.options;
  return {
    access: { GET: accessTo(of, rights.show), PATCH: accessTo(of, rights.update!) },
    docs: of.lines ? { PATCH: updateOf(of, enteredDocumentSchema(of, first)) } : {},
    GET: endpoint<'id'>(({ actor, params }) => readDocument(actor, life, params.id)),
    PATCH: endpoint<'id'>(async ({ actor, params, body }) => {
      const input = await body();
      return answerOf(actor, life, await update(actor, shownVersionOf(params.id, input), input));
    }),
  };
}

/** `expected.ts`: who would be asked for one that is still being written; described where programs may write one. */
export function expectedEndpoint({ of, rights, more, ask }: ExpectedApproval): Methods<'POST', 'POST'> {
  const access = { POST: accessTo(of, rights) };
  return {
    access,
    docs: scopesOf(access.POST).length > 0 ? { POST: expectedOperation(of, more) } : {},
    POST: endpoint(async ({ actor, body }) => ask(actor, await body())),
  };
}

/** `[id]/revision-forecast` of a document that is revised in force: what sending its open revision would do if it said what is posted. */
export function revisionForecastEndpoint(life: Life<any>): Methods<'POST', 'POST'> {
  const { of } = life;
  return {
    access: { POST: accessTo(of, rightsIn(of.acts['changeRevision']!.may)) },
    docs: { POST: forecastOperation(of) },
    POST: endpoint<'id'>(async ({ actor, params, body }) => revisionForecast(life, actor, params.id, await body())),
  };
}

/** `export.ts`: the list as a file; also that of one's own, where there is one. */
export function documentExport(
  life: Life<any>,
  own?: OwnList,
): { access: Record<'GET', EndpointAccess>; GET: APIRoute } {
  return {
    access: { GET: accessTo(life.of, exportRights(life)) },
    GET: endpoint(({ actor, query, locals }) => exportList(actor, listMeant(actor, life, own, query), query, locals)),
  };
}

const accessTo = ({ subject }: AnyDocument, [first, ...others]: readonly string[]): EndpointAccess =>
  can(subject as Subject, first!, ...others);
