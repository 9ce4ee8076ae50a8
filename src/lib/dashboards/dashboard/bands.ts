import type { Size, WidgetContent } from '#lib/dashboards/widget/widget.ts';

/** What of a widget says where it stands. */
interface Placed {
  size: Size;
  /** Null while it is not read. */
  content: WidgetContent | null;
}

/** Widgets of one width under each other, each as tall as its content. */
export interface BoardColumn<W> {
  /** Columns of twelve that it takes on wide and on medium screens; on phones it takes all. */
  wide: number;
  medium: number;
  widgets: W[];
}

/** Columns beside each other; a strip is a row of single figures. */
export interface Band<W> {
  isStrip: boolean;
  columns: BoardColumn<W>[];
}

/** The width of a figure, and of the page. */
const FIGURE = 3;
const ALL = 12;

/**
 * The widgets in their order, put under each other where they are equally wide, so that none is stretched to its
 * neighbour: the next goes to the shortest column of its width. A row of figures, and what takes the whole page, stand
 * alone.
 */
export function bandsOf<W extends Placed>(widgets: readonly W[]): Band<W>[] {
  const bands: Band<W>[] = [];
  for (const widget of widgets) {
    const isStrip = isFigure(widget);
    const last = bands.at(-1);
    const open = last?.isStrip === isStrip && last.columns[0]?.wide !== ALL ? last : undefined;
    if (!open || !added(open, widget)) bands.push({ isStrip, columns: [columnOf(widget)] });
  }
  for (const { isStrip, columns } of bands) if (!isStrip) widenLonely(columns);
  return bands;
}

const isFigure = ({ size, content }: Placed): boolean =>
  size.wide === FIGURE && (content === null || content.kind === 'figure');

const columnOf = <W extends Placed>(widget: W): BoardColumn<W> => ({
  wide: widget.size.wide,
  medium: widget.size.medium,
  widgets: [widget],
});

/** Whether the widget has a place in the band; it is there then. */
function added<W extends Placed>({ isStrip, columns }: Band<W>, widget: W): boolean {
  const { wide, medium } = widget.size;
  if (isStrip || columns.reduce((sum, column) => sum + column.wide, wide) <= ALL) {
    columns.push(columnOf(widget));
    return true;
  }
  const [shortest] = columns.filter((column) => column.wide === wide).toSorted((a, b) => tallness(a) - tallness(b));
  if (!shortest) return false;
  shortest.widgets.push(widget);
  shortest.medium = Math.max(shortest.medium, medium);
  return true;
}

/** On a medium screen, a column without a neighbour takes the whole width. */
function widenLonely<W>(columns: BoardColumn<W>[]): void {
  let row: BoardColumn<W>[] = [];
  for (const column of [...columns, null]) {
    const isFull = column !== null && row.reduce((sum, { medium }) => sum + medium, column.medium) > ALL;
    if (column === null || isFull) {
      if (row.length === 1) row[0]!.medium = ALL;
      row = [];
    }
    if (column) row.push(column);
  }
}

const tallness = <W extends Placed>({ widgets }: BoardColumn<W>): number =>
  widgets.reduce((sum, { content }) => sum + linesOf(content), 0);

/** About how many lines a widget takes, its head among them. */
function linesOf(content: WidgetContent | null): number {
  const HEAD = 3;
  switch (content?.kind) {
    case 'bars':
      return HEAD + 2 + content.bars.length * 1.5;
    case 'chart':
      return HEAD + 13;
    case 'rows':
    case 'items':
      return HEAD + 3 + content.items.length * 2;
    case 'figures':
      return HEAD + content.lines.length * 1.5;
    case 'links':
      return HEAD + content.links.length * 1.5;
    default:
      return HEAD + 2;
  }
}
