import { countText } from '#lib/values/count-text.ts';
import { labels, type AnyEntity } from '#lib/records/entity.ts';
import type { Field } from '#lib/values/fields.ts';
import { urgencyMarks } from '#lib/records/urgency.ts';
import type { Mark } from '#lib/values/urgency.ts';
import type { FoundInList, FoundRecord } from './search.server.ts';
import { shownValue, titleText, type Reader } from '#lib/records/shown.ts';

/** A found record in the reader's words. */
export interface FoundItem {
  id: string;
  entity: string;
  /** 'Department'. */
  kind: string;
  title: string;
  /** Why it presses; none for most. */
  marks: Mark[];
  /** What distinguishes it from others of its kind: 'finance, FIN Finance'. */
  facts: string;
  status: string;
  /** The word for the status; '' where the kind has none. */
  statusText: string;
  href: string;
}

export interface FoundGroup {
  label: string;
  href: string;
  /** "12", "10,000+"; null where looking took too long. */
  total: number | null;
  totalText: string | null;
  items: FoundItem[];
}

const TELLING = ['text', 'email', 'reference'];
const MOST_FACTS = 2;

export function foundItem({ of, row, href }: FoundRecord, reader: Reader, q = ''): FoundItem {
  const status = String(row['status'] ?? '');
  return {
    id: row.id,
    entity: of.name,
    kind: reader.t(labels.one(of)),
    title: titleText(of, row),
    marks: urgencyMarks(of, row, reader.t),
    facts: factsOf(of, row, reader, q),
    status,
    statusText: of.statuses.length > 0 ? reader.t(labels.status(of, status)) : '',
    href,
  };
}

export function foundGroup({ of, tab, records, total, href }: FoundInList, reader: Reader, q: string): FoundGroup {
  const many = reader.t(labels.many(of));
  return {
    label: tab === null ? many : `${many}: ${reader.t(labels.type(of, tab))}`,
    href,
    total,
    totalText: total === null ? null : countText(total, reader.language),
    items: records.map((record) => foundItem(record, reader, q)),
  };
}

/** The first telling columns of the list, and the telephone number when that is what was asked for. */
function factsOf(of: AnyEntity, row: Record<string, unknown>, reader: Reader, q: string): string {
  const hidden = [...((of.list.hidden ?? []) as string[]), ...(of.title as string[])];
  const fields = Object.entries(of.fields) as [string, Field][];
  const telling = (of.list.columns as string[]).filter(
    (name) =>
      !hidden.includes(name) &&
      (of.fields[name] as Field | undefined)?.column &&
      TELLING.includes((of.fields[name] as Field).kind),
  );
  const asked = q.replace(/\D/g, '').replace(/^00/, '');
  const called =
    asked.length < 4
      ? []
      : fields
          .filter(([name, { kind }]) => kind === 'contact-number' && digits(row[name]).includes(asked))
          .map(([name]) => name);
  return [...telling.slice(0, MOST_FACTS), ...called]
    .map((name) => shownValue(of, name, row, reader))
    .filter(Boolean)
    .join(', ');
}

const digits = (value: unknown): string => String(value ?? '').replace(/\D/g, '');
