import { pageParam } from '#lib/process/http/page-param.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { Choices } from '#lib/records/list/choices.server.ts';
import { labels } from '#lib/records/entity.ts';
import { formPost, type Form } from '#lib/records/form/form.server.ts';
import type { Typed } from '#lib/records/form/form-values.ts';
import { listHref, placeOf } from '#lib/records/list/list-links.ts';
import { writeListQuery } from '#lib/records/list/list-query.ts';
import type { Translate } from '#lib/values/languages.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { allViews } from '#lib/records/views/saved-views.server.ts';
import { dashboardPath } from '#lib/dashboards/paths.ts';
import { getWidget, updateWidget } from '#lib/dashboards/dashboard/widgets.server.ts';
import {
  amountsOf,
  datesOf,
  groupings,
  listAt,
  mayList,
  permittedLists,
  type CountedList,
} from '#lib/dashboards/widget/list.server.ts';
import type { WidgetType } from '#lib/dashboards/widget/type.server.ts';
import { widgetType } from '#lib/dashboards/widgets/types.server.ts';
import { titleOf } from '#lib/dashboards/widget/widget-words.ts';
import { widgetShape } from '#lib/dashboards/widget/widget.ts';

/** The form of one widget: its title, and the settings of its type. */
export interface WidgetForm {
  form: Form;
  choices: Choices;
  heading: string;
  back: string;
}

/** Shows and processes the form of a widget (`/dashboard/settings/dashboard/widget/:id/edit`). */
export async function widgetForm(astro: PostedPage): Promise<WidgetForm> {
  const { actor, t } = astro.locals;
  const widget = await getWidget(actor, pageParam(astro, 'id'));
  const type = widgetType(widget.type);
  const back = `${dashboardPath.edit(widget.dashboard.id)}#place-${widget.id}`;
  const form = await formPost(
    astro,
    shapeOf(type),
    (by, input, seen) => updateWidget(by, widget.id, seen.version, input),
    {
      fields: ['title', ...type.settings],
      initial: { id: widget.dashboard.id, version: widget.dashboard.version, title: widget.title, ...widget.settings },
      redirect: back,
      said: () => t('records.form.done'),
    },
  );
  return { form, choices: await settingChoices(actor, t, type.name, form.values), heading: titleOf(t, widget), back };
}

/** The fields as required by this type. */
function shapeOf({ required = [] }: WidgetType): typeof widgetShape {
  const fields = Object.fromEntries(required.map((name) => [name, { ...widgetShape.fields[name], optional: false }]));
  return { ...widgetShape, fields: { ...widgetShape.fields, ...fields } };
}

/** The options of the form's fields; the fields of a list are those of the currently chosen list. */
async function settingChoices(actor: Actor, t: Translate, type: string, values: Typed): Promise<Choices> {
  const { settings: names } = widgetType(type);
  const of = listAt(String(values['list'] ?? ''))?.of;
  const field = (name: string) => ({ value: name, label: t(labels.field(of!, name)) });
  const choices: Choices = {
    drawn: ['bar', 'line'].map((value) => ({ value, label: t(labels.choice(widgetShape, 'drawn', value)) })),
  };
  const views = names.includes('list') || names.includes('viewId') ? await allViews(actor) : [];
  if (names.includes('viewId'))
    choices['viewId'] = views.map(({ id, name, list }) => ({
      value: id,
      label: `${listName(t, listAt(list))}: ${name}`,
    }));
  if (names.includes('list')) choices['list'] = await listChoices(actor, t, String(values['list'] ?? ''), views);
  if (!of) return choices;
  const groups = (type === 'by-month' ? datesOf(of) : groupings(of)).map(field);
  return {
    ...choices,
    by: groups,
    dividedBy: groups,
    measure: [
      { value: 'count', label: t('dashboards.count') },
      ...amountsOf(of).map((name) => ({
        value: name,
        label: t('dashboards.sumOf', { field: t(labels.field(of, name)) }),
      })),
    ],
  };
}

/** Every list with its tabs, the reader's current views, and what is chosen already. */
async function listChoices(
  actor: Actor,
  t: Translate,
  chosen: string,
  views: Awaited<ReturnType<typeof allViews>>,
): Promise<{ value: string; label: string }[]> {
  const open = (await permittedLists(actor))
    .map((one) => ({ value: plainAddress(one), label: listName(t, one) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const ofViews = await Promise.all(
    views.map(async ({ name, address }) => {
      const found = listAt(address);
      return found && (await mayList(actor, found)) ? [{ value: address, label: t('dashboards.view', { name }) }] : [];
    }),
  );
  const all = [...open, ...ofViews.flat()];
  const known = listAt(chosen);
  return !known || all.some(({ value }) => value === chosen)
    ? all
    : [{ value: chosen, label: t('dashboards.narrowed', { name: listName(t, known) }) }, ...all];
}

function plainAddress({ of, query }: CountedList): string {
  return listHref(placeOf(of), query);
}

/** "Purchase requests: Pending approval"; for a list without tabs only its name. */
function listName(t: Translate, list: CountedList | null): string {
  if (!list) return '';
  const name = t(labels.many(list.of));
  const text = list.query.type ? `${name}: ${t(labels.type(list.of, list.query.type))}` : name;
  return writeListQuery(list.of, list.query) === '' ? text : `${text} …`;
}
