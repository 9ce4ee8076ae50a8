import type { Actor } from '#lib/values/actor.ts';
import { isTooLong } from '#lib/process/database/database.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { knownType } from '#lib/dashboards/widgets/types.server.ts';
import { readingOf, type Reading, type Viewer, type WidgetType } from '#lib/dashboards/widget/type.server.ts';
import {
  isWidgetEmpty,
  type FirstWidget,
  type PlacedWidget,
  type WidgetContent,
} from '#lib/dashboards/widget/widget.ts';

/**
 * Milliseconds after which a page is sent without the widgets that are not ready; the browser requests those
 * separately.
 */
const WIDGET_TIMEOUT_MS = 700;
/** Widgets read concurrently for one reader: connections are shared by everybody. */
const AT_A_TIME = 4;

/** A widget with its content for one reader. */
export interface ShownWidget extends FirstWidget {
  state: 'ready' | 'slow' | 'failed';
  /** Null unless it is ready. */
  content: WidgetContent | null;
  /** When it was read. */
  asOf: string;
  /** Reading it timed out. */
  tooLong: boolean;
  mayExport: boolean;
}

/**
 * Reads the widgets that the viewer may see, in their order; those without the right are left out, and quiet ones in
 * which nothing is. Each is read, and fails, independently, and one that takes longer than `patience` milliseconds is
 * `slow`. Null waits for all.
 */
export async function readBoard(
  viewer: Viewer,
  widgets: readonly FirstWidget[],
  patience: number | null = WIDGET_TIMEOUT_MS,
): Promise<ShownWidget[]> {
  const open = await permittedWidgets(viewer.actor, widgets);
  const turns = inTurn(AT_A_TIME);
  const reading = readingOf(viewer);
  const out =
    patience === null ? null : new Promise<'slow'>((resolve) => setTimeout(resolve, patience, 'slow').unref());
  const read = await Promise.all(
    open.map(async ({ widget, type }): Promise<ShownWidget[]> => {
      const one = turns(() => readOne(reading, widget, type));
      const found = out ? await Promise.race([one, out]) : await one;
      if (found === 'slow') return [{ ...unread(widget), state: 'slow' }];
      const isQuiet = widget.isQuiet ?? type.isQuiet;
      return isQuiet && found.content && isWidgetEmpty(found.content) ? [] : [found];
    }),
  );
  return read.flat();
}

/** The widgets that the actor has the rights for. */
export async function permittedWidgets<W extends PlacedWidget>(
  actor: Actor,
  widgets: readonly W[],
): Promise<{ widget: W; type: WidgetType }[]> {
  const known = widgets.flatMap((widget) => {
    const type = knownType(widget.type);
    return type ? [{ widget, type }] : [];
  });
  const open = await Promise.all(known.map(({ widget, type }) => type.isOpen(actor, widget.settings)));
  return known.filter((_, index) => open[index]);
}

async function readOne(viewer: Reading, widget: PlacedWidget, type: WidgetType): Promise<ShownWidget> {
  try {
    const content = await type.read(viewer, widget.settings);
    return {
      ...unread(widget),
      state: 'ready',
      content,
      mayExport: type.mayExport?.(viewer.actor, widget.settings) ?? false,
    };
  } catch (error) {
    log.warn(
      { err: error, widget: widget.id, type: widget.type, requestId: viewer.actor.requestId },
      'A widget could not be read',
    );
    return { ...unread(widget), state: 'failed', tooLong: isTooLong(error) };
  }
}

const unread = (widget: PlacedWidget) => ({
  ...widget,
  content: null,
  asOf: new Date().toISOString(),
  tooLong: false,
  mayExport: false,
});

/** Runs tasks with limited concurrency. */
function inTurn(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
