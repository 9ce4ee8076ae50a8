import { readListQuery } from '#lib/records/list/list-query.ts';
import { countRows } from '#lib/records/list/groups.server.ts';
import { FAILURE_DAYS, listJobs } from '#lib/administration/jobs/jobs.server.ts';
import { JOBS_PATH } from '#lib/process/jobs/paths.ts';
import { mails } from '#lib/administration/mails/mail.server.ts';
import { addressOf } from '#lib/dashboards/widget/list.server.ts';
import type { Viewer, WidgetType } from '#lib/dashboards/widget/type.server.ts';
import type { WidgetContent } from '#lib/dashboards/widget/widget.ts';

type Lines = Extract<WidgetContent, { kind: 'figures' }>['lines'];

/** For administrators: jobs that failed, mails that wait or could not be sent. Each line by its own right. */
export const systemHealth: WidgetType = {
  name: 'system-health',
  size: { wide: 4, medium: 6, narrow: 12 },
  settings: [],
  defaults: () => ({}),
  isOpen: ({ ability }) => ability.can('Job', 'read') || ability.can('MailOutbox', 'read'),
  async read(viewer) {
    const { ability } = viewer.actor;
    const [jobs, posted] = await Promise.all([
      ability.can('Job', 'read') ? jobLines(viewer) : [],
      ability.can('MailOutbox', 'read') ? mailLines(viewer) : [],
    ]);
    return { kind: 'figures', lines: [...jobs, ...posted] };
  },
};

async function jobLines({ actor, t }: Viewer): Promise<Lines> {
  const { items } = await listJobs(actor);
  const failing = items.filter(({ failures }) => failures > 0).length;
  const waiting = items.filter(({ waitingSince }) => waitingSince !== null).length;
  const line = (label: string, value: number, care: boolean) => ({
    label: t(label, { days: FAILURE_DAYS }),
    figure: { value, unit: 'count' as const, href: JOBS_PATH },
    care,
  });
  return [
    line('dashboards.health.jobsFailed', failing, failing > 0),
    line('dashboards.health.jobsWaiting', waiting, false),
  ];
}

async function mailLines({ actor, t }: Viewer): Promise<Lines> {
  const parts = mails.parts(actor, mails.options.rights.list);
  return Promise.all(
    (['waiting', 'failed'] as const).map(async (type) => {
      const query = readListQuery(mails.of, new URLSearchParams(), type);
      const count = await countRows(parts, query);
      return {
        label: t(`dashboards.health.mails.${type}`),
        figure: { value: count, count, unit: 'count' as const, href: addressOf({ of: mails.of, query }) },
        care: type === 'failed' && count > 0,
      };
    }),
  );
}
