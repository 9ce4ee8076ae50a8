import { referenceFaultsOf } from '#lib/records/references.server.ts';
import { invalid } from '#lib/values/refusal.ts';
import { sameValues } from '#lib/values/same-values.ts';
import type { AnyDocument } from '#lib/documents/document.ts';
import { changeOf } from '#lib/documents/document-change.server.ts';
import type { Writer } from '#lib/documents/document-writing.server.ts';
import type { RowOfDocument } from '#lib/documents/life-rules.ts';
import { linesOf } from '#lib/documents/lines/lines.server.ts';
import { isOpenLine } from '#lib/documents/lines/priced-lines.ts';
import { snapshotOf } from '#lib/documents/snapshot.ts';
import type { AmendRules, OwnAmendment } from './amend-rules.ts';

/** A document that is written so is amended by the same form and rules: checked, priced and applied as any change is. */
export function amendedBy<D extends AnyDocument>(
  { of, rules, apply }: Writer<D>,
  own: OwnAmendment<RowOfDocument<D>>,
): AmendRules<RowOfDocument<D>> {
  const pictured = picture(of);
  return {
    ...own,
    apply,
    async propose(tx, actor, row, input) {
      const sent = rules.tidied?.(input) ?? input;
      const { entered, change } = await changeOf(tx, of, row, sent, rules);
      const faults = await referenceFaultsOf(of, row.id, entered, [row], tx);
      if (faults.length > 0) throw invalid(faults);
      const stored: any[] = of.lines ? await linesOf(of.lines, row.id, tx) : [];
      const after = { ...row, ...entered, ...change?.totals };
      const columns = await rules.checked?.(tx, actor, after, row);
      const lines: any[] = change ? change.plan.lines : stored;
      const fields = Object.keys(entered).filter((name) => !sameValues(row, entered, [name]));
      const difference = {
        fields,
        lines: change !== null,
        deltaNetCents: netOf(lines) - netOf(stored),
        before: snapshotOf(pictured, row, stored),
        after: snapshotOf(pictured, { ...after, ...columns }, lines),
      };
      await own.check?.(tx, row, difference);
      return { difference, netCents: netOf(lines), amountCents: of.amount ? (after[of.amount] as number) : null };
    },
  };
}

/** The document with everything of its form compared, and not only what is material: approvers see the whole difference. */
export function picture(of: AnyDocument): AnyDocument {
  return { ...of, material: [...new Set([...(of.form as readonly string[]), ...of.material])] };
}

/** The total of the open lines, in cents. */
const netOf = (lines: readonly { netCents?: number; lineState?: string }[]): number =>
  lines.filter(({ lineState = '' }) => isOpenLine({ lineState })).reduce((sum, { netCents = 0 }) => sum + netCents, 0);
