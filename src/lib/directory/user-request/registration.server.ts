import { createApprovalPolicy } from '#lib/approvals/policy/policy-writing.server.ts';
import { inTransaction, type Tx } from '#lib/process/database/database.server.ts';
import { ADMINISTRATOR_ROLE } from '#lib/directory/role/system-roles.server.ts';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { registerDocument } from '#lib/documents/registration.server.ts';
import type { Preview, SnapshotChange } from '#lib/approvals/preview.ts';
import { labels } from '#lib/records/entity.ts';
import { shownValue, type Reader as Words } from '#lib/records/shown.ts';
import { formatDate } from '#lib/values/time.ts';
import { titlesOf } from '#lib/records/titles.server.ts';
import { filesOf } from '#lib/documents/usual/document-preview.server.ts';
import { reachWord } from '#lib/directory/rights/right-reach.server.ts';
import { userRequestLife } from './life.server.ts';
import { gainsOf } from './snapshot.server.ts';
import { SNAPSHOT_FIELDS, type RequestSnapshot } from './snapshot.server.ts';
import { getUserRequest } from './user-request.server.ts';
import { PERSON_FIELDS, userRequest } from './user-request.ts';
import { bySubject } from '#lib/directory/rights/user-rights.ts';

registerDocument(userRequestLife, {
  preview,
  changes,
  // Whom it is about stands in its sender's place: nobody decides on their own roles.
  sender: { pair: 'own-role', did: 'concerned' },
});

/**
 * Makes the policy by which user requests are decided where there is none of the kind, retired ones too: department head,
 * then administrator (model of purchasing, 0.6). Asked at every start, and once the first administrator is made.
 */
export async function ensureUserRequestPolicy(within?: Tx): Promise<void> {
  const work = async (tx: Tx) => {
    const administrator = await tx
      .selectFrom('roles')
      .select('id')
      .where('code', '=', ADMINISTRATOR_ROLE)
      .forUpdate()
      .executeTakeFirst();
    const known = await tx
      .selectFrom('approvalPolicies')
      .select('id')
      .where('docType', '=', 'UR')
      .limit(1)
      .executeTakeFirst();
    if (!administrator || known) return;
    const steps = [{ rule: 'department-head' }, { rule: 'role', roleId: administrator.id }];
    await createApprovalPolicy(
      systemActor('user-request-policy'),
      { docType: userRequest.docType, name: 'User requests', steps },
      tx,
    );
  };
  return inTransaction(within, work);
}

/** What an approver needs to decide: for whom, from when, why, and which rights it gives. */
async function preview(actor: Actor, docId: string, words: Words): Promise<Preview> {
  const request = await getUserRequest(actor, docId);
  const { t } = words;
  const [gains, files] = await Promise.all([gainsOf(request, request), filesOf(userRequest, docId)]);
  const shown = (name: string) => shownValue(userRequest, name, request, words);
  const beyond = new Set(gains.beyond);
  const changed =
    request.kind === 'change'
      ? await changesIn(request.subjectBefore as unknown as RequestSnapshot, request, PERSON_FIELDS, words)
      : [];
  return {
    number: request.number,
    title: request.fullName,
    status: request.status,
    meta: [
      t(labels.choice(userRequest, 'kind', request.kind)),
      `${request.titles['requesterId']}, ${request.titles['departmentId']}`,
    ],
    figures: [
      {
        label: t(labels.field(userRequest, 'startDate')),
        value: formatDate(request.startDate),
        note: request.endDate ? t('directory.userRequest.until', { date: formatDate(request.endDate) }) : '',
      },
      ...(request.kind === 'change'
        ? changed.map(({ label, before, after }) => ({
            label,
            value: after || '–',
            note: t('directory.userRequest.before', { value: before || '–' }),
          }))
        : [{ label: t(labels.field(userRequest, 'roleIds')), value: shown('roleNames') || '–' }]),
    ],
    texts: [{ label: t(labels.field(userRequest, 'reason')), text: request.reason }],
    table:
      gains.gained.length === 0
        ? null
        : {
            heading: t('directory.userRequest.gains.heading'),
            columns: [{ label: t('rights.subject') }, { label: t('rights.actions') }, { label: t('rights.reach') }],
            rows: bySubject(gains.gained).flatMap(({ subject, rows }) =>
              rows.map(({ scope, actions }) => ({
                cells: [
                  t(`access.subjects.${subject}`),
                  actions.map((action) => t(`access.actions.${action}`)).join(', '),
                  t(`rights.reaches.${reachWord(subject, scope, false)}`),
                ],
                note: gains.gained.some(
                  (right) =>
                    beyond.has(right) &&
                    right.subject === subject &&
                    right.scope === scope &&
                    actions.includes(right.action),
                )
                  ? t('directory.userRequest.gains.beyond')
                  : '',
              })),
            ),
          },
    files,
  };
}

function changes(was: unknown, is: unknown, words: Words): Promise<SnapshotChange[]> {
  return changesIn(
    was as RequestSnapshot,
    is as RequestSnapshot,
    [...SNAPSHOT_FIELDS, 'roleIds', 'businessEntityIds'],
    words,
  );
}

/** What differs in these fields, in words. */
async function changesIn(
  before: RequestSnapshot,
  after: RequestSnapshot,
  names: readonly string[],
  words: Words,
): Promise<SnapshotChange[]> {
  const titles = await titlesOf(
    [before, after].flatMap(({ departmentId, roleIds, businessEntityIds }) => [
      ['department', departmentId] as const,
      ...roleIds.map((id) => ['role', id] as const),
      ...businessEntityIds.map((id) => ['business-entity', id] as const),
    ]),
  );
  const named = (ids: readonly string[]) =>
    ids
      .map((id) => titles.get(id) ?? '')
      .toSorted()
      .join(', ');
  const shown = (snapshot: RequestSnapshot, name: string) =>
    name === 'roleIds' || name === 'businessEntityIds'
      ? named(snapshot[name])
      : shownValue(
          userRequest,
          name,
          { ...snapshot, titles: { departmentId: titles.get(snapshot.departmentId) ?? '' } },
          words,
        );
  return names
    .map((name) => ({
      label: words.t(labels.field(userRequest, name)),
      before: shown(before, name),
      after: shown(after, name),
    }))
    .filter((change) => change.before !== change.after);
}
