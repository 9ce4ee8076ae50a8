import type { Db } from '#lib/process/database/database.server.ts';
import { relaxedPairs } from '#lib/settings/duties.server.ts';
import { approvalKinds } from './kinds.server.ts';
import type { Apart, Asked } from './policy/policy-choice.ts';

type Case = Pick<Asked, 'docType' | 'requesterId' | 'senderId' | 'apart'>;

/**
 * Everybody whose duties keep them from deciding: the requester, who sends it for the requester and may have written it
 * alone, and whom the document itself names (model of purchasing, 0.6 and 0.7).
 */
export function dutiesIn({ docType, requesterId, senderId, apart = [] }: Case): Apart[] {
  const kind = approvalKinds().find((one) => one.docType === docType);
  const sender = kind?.sender ?? { pair: 'requester-approver', did: 'submit' };
  return [
    { userId: requesterId, pair: 'requester-approver', did: 'requester' },
    ...(senderId ? [{ userId: senderId, ...sender }] : []),
    ...apart,
  ];
}

/** The people among them who may not decide now: those of a pair that the business has not relaxed. */
export async function keptApart(asked: Case, reader: Db): Promise<Set<string>> {
  const duties = dutiesIn(asked);
  const relaxed = await relaxedPairs(
    duties.map(({ pair }) => pair),
    reader,
  );
  return new Set(duties.filter(({ pair }) => !relaxed.has(pair)).map(({ userId }) => userId));
}
