import { readLogQuery } from '#lib/administration/activity-log/log-query.ts';
import type { Actor } from '#lib/values/actor.ts';
import { monthIn } from './month.ts';
import { relaxedCases } from './relaxed-duties.server.ts';

/** The cases of `?month=` as the API gives them: each with both acts, `?page=` and `?perPage=`. */
export async function caseAnswer(actor: Actor, params: URLSearchParams) {
  const { page, perPage } = readLogQuery(params);
  const found = await relaxedCases(actor, { month: monthIn(params), page, perPage });
  const items = found.items.map(({ seq, occurredAt, eventCode, entity, entityId, entityNumber, duty }) => ({
    seq,
    occurredAt,
    eventCode,
    entity,
    entityId,
    entityNumber,
    ...duty,
  }));
  return { ...found, items };
}
