import { sql, type RawBuilder } from 'kysely';
import { tableOf } from '#lib/records/columns.server.ts';
import { registerApprovalKind } from '#lib/approvals/kinds.server.ts';
import type { ApprovalFlag } from '#lib/approvals/flags.ts';
import type { Preview, SnapshotChange } from '#lib/approvals/preview.ts';
import { snake } from '#lib/values/names.ts';
import { registerApiDescription } from '#lib/records/api/api-document.server.ts';
import { labels } from '#lib/records/entity.ts';
import { markingFields } from '#lib/records/urgency.ts';
import { registerRecord } from '#lib/records/record-kinds.server.ts';
import { recordPath } from '#lib/records/record-path.ts';
import type { Reader as Words } from '#lib/records/shown.ts';
import { recordTables } from '#lib/process/database/table.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { DutyPair } from '#lib/values/duties.ts';
import type { ApprovedDocType } from '#lib/values/doc-types.ts';
import { comparable, revisedPreview } from './revisions/revised-preview.server.ts';
import { amountDecidedOn, waitingRevision } from './revisions/revisions.server.ts';
import type { AnyDocument } from './document.ts';
import { mayAttachTo, mayDetachFrom, mayShareFilesOf } from './document-files.server.ts';
import { titleFieldOf } from './document-name.ts';
import { previewOf, type OwnPreview } from './usual/document-preview.server.ts';
import { documentMore } from './lines/line-docs.ts';
import type { Life } from './life.server.ts';
import type { RowOfDocument } from './life-rules.ts';
import { reassignDrafts } from './ownership/reassign-drafts.server.ts';
import { registerOpenDocuments } from './ownership/open-documents.server.ts';
import { changesBetween } from './snapshot-changes.server.ts';

/** What the engines ask about a kind of document beyond its declaration and its life. */
export interface Registration {
  /** What such a document can carry that raises its approval. */
  flags?: readonly ApprovalFlag[];
  /** The tab of the inbox, one for kinds that belong together, and the key of its label; one of its own when left out. */
  tab?: { name: string; label: string };
  /** What somebody needs to decide, read as the actor: 403 or 404 where the actor may not; by the declaration when left out, with what its kind adds. */
  preview?: ((actor: Actor, docId: string, words: Words) => Promise<Preview>) | OwnPreview;
  /**
   * The duty that conflicts with deciding for its sender, where it is not having sent it; and the act (a key of
   * `documents.did`).
   */
  sender?: { pair: DutyPair; did: string };
  /** What differs between two snapshots, in words; by the declaration when left out. */
  changes?(before: unknown, after: unknown, words: Words): Promise<SnapshotChange[]>;
  /** Who decides until somebody makes another policy: the seed writes it where there is none of the kind. */
  usualSteps?: readonly { rule: 'department-approver' | 'department-head' | 'requester-manager' }[];
}

const lives = new Map<string, Life<any>>();
const registered = new Map<string, Registration>();

/**
 * Makes a kind of document known to what serves all of them: comments and files, the inbox and its decisions, the links of
 * its numbers, the description of the API, the directory when a department closes or its owner leaves. Called once, in a file that
 * `lib/modules.server.ts` loads.
 */
export function registerDocument<D extends AnyDocument>(life: Life<D>, more: Registration = {}): void {
  const { of, documents, rules } = life;
  const { docType, name } = of;
  const own = more.preview ?? {};
  lives.set(name, life);
  registered.set(docType, more);
  registerApiDescription(of, documentMore(of));
  registerRecord({
    of,
    docType,
    path: (id) => recordPath(of, id),
    reaches: (actor, id) => documents.reaches(actor, id),
    mayAttach: (actor, id) => mayAttachTo(of, actor, id),
    mayShare: (actor, id) => mayShareFilesOf(of, actor, id),
    mayDetach: (id, tx) => mayDetachFrom(of, id, tx),
  });
  registerOpenDocuments({
    docType,
    documents: () => openOf(of),
    reassign: (tx, by, from, to) => reassignDrafts(tx, by, from, to, life),
  });
  registerApprovalKind({
    docType: docType as ApprovedDocType,
    of,
    flags: more.flags ?? [],
    editable: of.opened ?? [],
    tab: more.tab ?? { name: of.plural, label: labels.many(of) },
    isOpenTo: ({ ability }) => ability.can(of.subject, ...documents.options.rights.show),
    path: (id) => recordPath(of, id),
    documents: () => listed(of),
    snapshot: async (docId, reader, made) => {
      const waiting = await waitingRevision(of, docId, reader);
      if (waiting) return waiting.proposed;
      const row = await recordTables(reader)
        .selectFrom(of.table)
        .selectAll()
        .where('id', '=', docId)
        .executeTakeFirst();
      return row ? rules.snapshot(row as RowOfDocument<D>, reader, made) : null;
    },
    decide: { approve: life.approve, return: life.return, reject: life.reject },
    inForce: async (docId) => (await waitingRevision(of, docId))?.before,
    preview: async (actor, docId, words) => {
      const preview = await (typeof own === 'function'
        ? own(actor, docId, words)
        : previewOf(life, actor, docId, words, own));
      return revisedPreview(of, docId, preview, words);
    },
    sender: more.sender,
    changes:
      more.changes ?? ((before, after, words) => changesBetween(comparable(of, before, after), before, after, words)),
  });
}

/** The names of every kind of document that was registered. */
export const documentKinds = (): string[] => [...lives.keys()];

/** The policies that the seed writes for kinds of document that have none: whom they ask, by the type of document. */
export const usualPolicies = (): {
  docType: ApprovedDocType;
  name: string;
  steps: NonNullable<Registration['usualSteps']>;
}[] =>
  [...lives.values()].flatMap(({ of }: { of: AnyDocument }) => {
    const steps = registered.get(of.docType)?.usualSteps;
    return steps ? [{ docType: of.docType as ApprovedDocType, name: spoken(of.plural), steps }] : [];
  });

/** 'goods-returns' to 'Goods returns'. */
const spoken = (plural: string): string => (plural[0]!.toUpperCase() + plural.slice(1)).replaceAll('-', ' ');

/** The life of a kind of document; undefined for what is none. */
export const lifeNamed = (name: string): Life<any> | undefined => lives.get(name);

const ref = (name: string) => sql.ref(snake(name));

/** Every document as inbox and policies list it. */
function listed(of: AnyDocument): RawBuilder<unknown> {
  const amount = amountDecidedOn(of, of.amount ? ref(of.amount) : sql`null::bigint`);
  const facts = markingFields(of).map((name) => sql`${name}::text, ${ref(name)}`);
  const marking = facts.length > 0 ? sql`jsonb_build_object(${sql.join(facts)})` : sql`'{}'::jsonb`;
  return sql`select id as doc_id, version, number, ${ref(titleFieldOf(of))} as title, ${amount} as amount_cents,
    ${ref(of.requester)} as requester_id, ${ref(of.scope!.department!)} as department_id, status, ${marking} as marking from ${tableOf(of)}`;
}

/** Every document that has not come to its end. */
function openOf(of: AnyDocument): RawBuilder<unknown> {
  return sql`select id as doc_id, ${ref(of.scope!.department!)} as department_id, ${ref(of.requester)} as owner_id
    from ${tableOf(of)} where deleted_at is null and status <> all(${of.final}::text[])`;
}
