import { labels } from '#lib/records/entity.ts';
import { shownValue, type Reader } from '#lib/records/shown.ts';
import { factsOf } from '../usual/facts.ts';
import { lineColumns } from '../usual/line-columns.ts';
import { isOpenLine } from '../lines/priced-lines.ts';
import { readLines } from '../lines/lines.server.ts';
import type { AnyDocument } from '../document.ts';
import { titleFieldOf } from '../document-name.ts';
import type { AnyLines } from '../lines/lines.ts';
import type { PrintBody } from './print-data.ts';
import { pricedLines, type PricedLine, type PricedTotals } from './priced-lines.ts';
import type { Print, PrintedRecord } from './prints.server.ts';

type Values = Record<string, unknown>;

/** What the print says of its document, before any language. */
interface UsualContent extends Partial<PricedTotals> {
  values: Values & { titles: Record<string, string> };
  lines: Values[];
}

/** A print that says what the form of its document says: facts, long texts, lines with their amounts. */
export function usualPrint<R extends PrintedRecord & Values>(
  print: Pick<Print<R>, 'name' | 'store' | 'paths' | 'linkDays'>,
): Print<R, UsualContent> {
  const { of } = print.store;
  const isPriced = 'grossCents' in of.fields;
  const told = [titleFieldOf(of), of.requester, of.scope!.department!, ...(of.due ? [of.due] : [])];
  const reasons = Object.values((of.reasons ?? {}) as Record<string, string>);
  const names = [...told, ...factsOf(of).flat(), ...reasons];
  return {
    ...print,
    amendable: [],
    total: ({ grossCents }) => grossCents ?? null,
    async content(record) {
      const lines = of.lines ? (await readLines(of.lines, record.id)).filter(isOpenLine) : [];
      const { netCents, gstCents, grossCents } = record as unknown as PricedTotals;
      return {
        values: { ...picked(record, names), titles: record.titles },
        lines: lines as unknown as Values[],
        ...(isPriced && { netCents, gstCents, grossCents }),
      };
    },
    body: (content, words) => bodyOf(of, content, words, isPriced),
  };
}

function bodyOf(of: AnyDocument, content: UsualContent, words: Reader, isPriced: boolean): PrintBody {
  const { values, lines } = content;
  const [facts, texts] = factsOf(of);
  const said = (name: string) => ({
    label: words.t(labels.field(of, name)),
    value: shownValue(of, name, values, words),
  });
  const title = titleFieldOf(of);
  return {
    facts: [of.requester, of.scope!.department!, ...(of.due ? [of.due] : []), ...facts]
      .map(said)
      .map((fact) => ({ ...fact, value: fact.value || '–' })),
    texts: [title, ...texts, ...Object.values((of.reasons ?? {}) as Record<string, string>)]
      .map(said)
      .filter(({ value }) => value !== ''),
    ...(isPriced && pricedLines({ ...(content as PricedTotals), lines: lines as unknown as PricedLine[] }, words)),
    ...(!isPriced && of.lines && plainLines(of.lines, lines, words)),
  };
}

/** The table of lines without prices. */
function plainLines(of: AnyLines, lines: readonly Values[], words: Reader): Pick<PrintBody, 'columns' | 'lines'> {
  const { row, note } = lineColumns(of);
  const shown = (line: Values, name: string) => shownValue(of.record, name, line, words);
  return {
    columns: row.map(({ name, isNumber }) => ({
      kind: name === of.title ? 'text' : isNumber ? 'number' : 'unit',
      label: words.t(labels.field(of.record, name)),
    })),
    lines: lines.map((line) => ({
      cells: row.map(({ name }) => shown(line, name)),
      note:
        note
          .map((name) => shown(line, name))
          .filter(Boolean)
          .join('\n') || undefined,
    })),
  };
}

const picked = (from: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, from[name]]));
