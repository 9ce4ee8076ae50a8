import type { Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { labels } from '#lib/records/entity.ts';
import { notAuthorized, notFound } from '#lib/values/refusal.ts';
import { shownValue } from '#lib/records/shown.ts';
import { today } from '#lib/values/time.ts';
import { fileTurn } from '#lib/process/files/file-turns.server.ts';
import { sheetFormat, sheetResponse } from '#lib/process/spreadsheets/spreadsheet-response.server.ts';
import type { SheetColumn, SheetRow } from '#lib/process/spreadsheets/spreadsheet.server.ts';
import { readFilters } from '#lib/dashboards/board-filters.ts';
import { permittedWidgets } from '#lib/dashboards/dashboard/board.server.ts';
import { askedId, myDashboard } from '#lib/dashboards/dashboard/my-dashboard.server.ts';
import { readingOf } from '#lib/dashboards/widget/type.server.ts';
import { titleOf } from '#lib/dashboards/widget/widget-words.ts';
import type { Figure, WidgetContent } from '#lib/dashboards/widget/widget.ts';

type Locals = Pick<App.Locals, 't' | 'language'>;

/**
 * The figures of a widget on a dashboard the actor may see (`?dashboard=`, else the actor's start dashboard), as a
 * workbook or CSV. They are computed for the actor, with the filters of the address. 403 without the right to export
 * what is counted; logged.
 */
export function exportWidget(actor: Actor, id: string, params: URLSearchParams, locals: Locals): Promise<Response> {
  return fileTurn(actor, async () => {
    const { shown, widgets } = await myDashboard(actor, askedId(params.get('dashboard')));
    const [found] = await permittedWidgets(
      actor,
      widgets.filter((widget) => widget.id === id),
    );
    if (!found) throw notFound();
    const { widget, type } = found;
    if (!type.mayExport?.(actor, widget.settings)) throw notAuthorized();
    const viewer = readingOf({ actor, ...locals, today: today(), filters: readFilters(params, shown) });
    const title = titleOf(locals.t, widget);
    const { columns, rows } = sheetOf(await type.read(viewer, widget.settings), title, locals);
    const format = sheetFormat(params);
    const answer = await sheetResponse(format, title, columns, rows);
    await logActivity(actor, {
      event: 'dashboard.widget-exported',
      subject: 'Dashboard',
      entity: 'dashboard',
      entityId: shown.isBuiltIn ? undefined : shown.id,
      entityNumber: shown.name ?? undefined,
      params: { type: widget.type, count: rows.length, format, filters: viewer.filters },
    });
    return answer;
  });
}

interface Sheet {
  columns: SheetColumn[];
  rows: SheetRow[];
}

function sheetOf(content: WidgetContent, title: string, { t, language }: Locals): Sheet {
  const column = (key: string, header: string, figure?: Pick<Figure, 'unit'>): SheetColumn => ({
    key,
    header,
    kind: figure ? (figure.unit === 'money' ? 'money' : 'integer') : 'text',
  });
  switch (content.kind) {
    case 'figure':
      return {
        columns: [
          column('name', title),
          column('value', t('dashboards.dashboardWidget.fields.measure'), content.figure),
        ],
        rows: [{ name: title, value: content.figure.value }],
      };
    case 'progress':
      return {
        columns: [column('part', title, content.part), column('whole', t('dashboards.total'), content.whole)],
        rows: [{ part: content.part.value, whole: content.whole.value }],
      };
    case 'bars':
      return {
        columns: [
          column('name', content.byName),
          column('value', title, content.total),
          column('count', t('dashboards.count'), { unit: 'count' }),
        ],
        rows: content.bars.map(({ label, figure }) => ({ name: label, value: figure.value, count: figure.count })),
      };
    case 'chart':
      return {
        columns: [
          column('name', content.byName),
          ...content.chart.series.map(({ name }, index) => column(`series${index}`, name, content.chart)),
        ],
        rows: content.chart.categories.map((name, row) => ({
          name,
          ...Object.fromEntries(
            content.chart.series.map(({ figures }, index) => [`series${index}`, figures[row]!.value]),
          ),
        })),
      };
    case 'rows':
      return {
        columns: content.columns.map((name) => column(name, t(labels.field(content.of, name)))),
        rows: content.items.map((item) =>
          Object.fromEntries(
            content.columns.map((name) => [name, shownValue(content.of, name, item, { t, language })]),
          ),
        ),
      };
    default:
      throw notFound();
  }
}
