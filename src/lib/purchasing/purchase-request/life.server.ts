import { lifeOf } from '#lib/documents/life.server.ts';
import { writeLines } from '#lib/documents/lines.server.ts';
import { isOpenLine } from '#lib/documents/priced-lines.ts';
import { refusedLinesSchema, withoutRefused, writeRemainder } from '#lib/documents/refused-lines.server.ts';
import { snapshotOf } from '#lib/documents/snapshot.ts';
import { parse } from '#lib/values/parse.ts';
import { dateOf, today } from '#lib/values/time.ts';
import { z } from 'zod';
import { checkComplete, quotationsFor } from './completeness.server.ts';
import { estimated, purchaseRequestLines } from './line.ts';
import { linesOf, pricedLines, readLines } from './lines.server.ts';
import { changeOpenedFields } from './opened-fields.server.ts';
import { purchaseRequests } from './purchase-request.server.ts';
import { askedFor } from './snapshot.server.ts';
import { purchaseRequest } from './purchase-request.ts';
import { copyPurchaseRequest } from './writing.server.ts';

const partSchema = z.object({ refusedLines: refusedLinesSchema });

export const purchaseRequestLife = lifeOf(purchaseRequest, purchaseRequests, {
  read: async (id: string) => ({ lines: await readLines(id) }),
  /** Priced at today's rates and by the method in force; how many quotations are asked for can only rise. */
  async send(tx, _actor, request) {
    const stored = await linesOf(request.id, tx);
    const { plan, netCents, totals } = await pricedLines(tx, stored, stored.filter(isOpenLine));
    await checkComplete(tx, request, plan.lines, netCents);
    await writeLines(tx, purchaseRequestLines, request.id, plan);
    const expenseCategoryIds = plan.lines.map(({ expenseCategoryId }) => expenseCategoryId);
    const requiredQuotations = Math.max(request.requiredQuotations ?? 0, await quotationsFor(tx, netCents));
    return {
      asked: await askedFor({ ...request, expenseCategoryIds }, netCents, tx),
      snapshot: snapshotOf(purchaseRequest, { ...request, ...totals }, plan.lines),
      values: { ...totals, requiredQuotations },
    };
  },
  snapshot: async (request, reader, made) =>
    snapshotOf(purchaseRequest, request, await linesOf(request.id, reader), made),
  /** An approver may refuse single lines with a note; at least one stays (model of purchasing, 1.2). */
  async part(tx, request, input) {
    const { refusedLines } = parse(partSchema, input);
    if (refusedLines.length === 0) return null;
    const { submittedAt, gstMethod } = request;
    const lines = await linesOf(request.id, tx);
    const on = submittedAt ? dateOf(submittedAt) : today();
    const rest = withoutRefused(lines, refusedLines, { on, gstMethod });
    const totals = estimated(rest.totals);
    return {
      snapshot: snapshotOf(purchaseRequest, { ...request, ...totals }, rest.lines),
      async write(own) {
        const told = await writeRemainder(own, purchaseRequestLines, request.id, lines, rest);
        return { values: { ...totals, beforeLists: { refusedLines: [] } }, also: { refusedLines: told } };
      },
    };
  },
  change: changeOpenedFields,
  copy: copyPurchaseRequest,
});

export const {
  submit: submitPurchaseRequest,
  approve: approvePurchaseRequest,
  return: returnPurchaseRequest,
  reject: rejectPurchaseRequest,
  withdraw: withdrawPurchaseRequest,
  cancel: cancelPurchaseRequest,
  hold: holdPurchaseRequest,
  release: releasePurchaseRequest,
  delete: deletePurchaseRequest,
} = purchaseRequestLife;
