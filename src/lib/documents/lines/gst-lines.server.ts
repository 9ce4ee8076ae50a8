import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import type { GstMethod } from '#lib/values/gst.ts';
import { today } from '#lib/values/time.ts';
import { planLines, type PlannedLine } from './line-plan.ts';
import { priceLines, type PricedLine, type Totals } from './line-pricing.ts';
import type { AnyLines } from './lines.ts';
import type { LinePricing } from '../writing-rules.ts';

/**
 * How lines with quantity, unit price and GST code are priced: at today's rates and by the method in force, the totals
 * under the names that the document has for them. Whatever was refused before is asked for again.
 */
export function gstPricing<L extends AnyLines, T extends object>(
  of: L,
  totalsOf: (totals: Totals) => T,
): LinePricing<L, T & { gstMethod: GstMethod }> {
  return {
    totalsOf,
    async plan(tx, stored, lines) {
      const gstMethod = await businessSetting('purchasing.gst-method', tx);
      const priced = priceLines(lines as unknown as readonly PricedLine[], today(), gstMethod);
      const open = priced.lines.map((line) => ({ ...line, ...again(of) }) as object as PlannedLine<L>);
      return {
        plan: planLines(of, stored, open),
        netCents: priced.totals.netCents,
        totals: { gstMethod, ...totalsOf(priced.totals) },
      };
    },
  };
}

/** Lines that an approver can refuse are open once more. */
const again = ({ derived = {} }: AnyLines) => ('lineState' in derived ? { lineState: 'open', decisionNote: null } : {});
