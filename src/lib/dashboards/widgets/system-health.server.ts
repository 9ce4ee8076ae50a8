import { statfs } from 'node:fs/promises';
import { config } from '#lib/process/config/config.server.ts';
import { exactFigure } from '#lib/process/charts/chart.ts';
import { formatInstant } from '#lib/values/time.ts';
import type { Translate } from '#lib/values/languages.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { groupRows } from '#lib/records/list/groups.server.ts';
import { FAILURE_DAYS, listJobs, type ShownRun } from '#lib/administration/jobs/jobs.server.ts';
import { JOBS_PATH } from '#lib/process/jobs/paths.ts';
import { mails } from '#lib/administration/mails/mail.server.ts';
import { addressOf } from '#lib/dashboards/widget/list.server.ts';
import type { Viewer, WidgetType } from '#lib/dashboards/widget/type.server.ts';
import type { Line } from '#lib/dashboards/widget/widget.ts';

const MEGABYTE = 1024 * 1024;
/** Less than this share of the disk left needs attention. */
const LITTLE = 0.1;

/** For administrators: the last backup, room on the disk, jobs that failed, mails that could not be sent. Each line by its own right. */
export const systemHealth: WidgetType = {
  name: 'system-health',
  size: { wide: 4, medium: 6, narrow: 12 },
  settings: [],
  defaults: () => ({}),
  isOpen: ({ ability }) => ability.can('Job', 'read') || ability.can('MailOutbox', 'read'),
  async read(viewer) {
    const { ability } = viewer.actor;
    const [jobs, posted, room] = await Promise.all([
      ability.can('Job', 'read') ? jobLines(viewer) : [],
      ability.can('MailOutbox', 'read') ? mailLines(viewer) : [],
      ability.can('Job', 'read') ? roomLines(viewer) : [],
    ]);
    return { kind: 'figures', lines: [...jobs, ...room, ...posted] };
  },
};

async function jobLines({ actor, t }: Viewer): Promise<Line[]> {
  const { items } = await listJobs(actor);
  const failing = items.filter(({ failures }) => failures > 0).length;
  const waiting = items.filter(({ waitingSince }) => waitingSince !== null).length;
  const line = (label: string, value: number, care: boolean) => ({
    label: t(label, { days: FAILURE_DAYS }),
    figure: { value, unit: 'count' as const, href: JOBS_PATH },
    care,
  });
  return [
    backupLine(items.find(({ name }) => name === 'backup')?.lastRun ?? null, t),
    line('dashboards.health.jobsFailed', failing, failing > 0),
    line('dashboards.health.jobsWaiting', waiting, false),
  ];
}

/** The last backup; without one, or when it failed, it needs attention. */
function backupLine(run: ShownRun | null, t: Translate): Line {
  const at = run && formatInstant(run.endedAt ?? run.startedAt);
  const state = run === null ? 'none' : run.outcome === 'failed' ? 'failed' : 'done';
  return {
    label: t('dashboards.health.backup'),
    text: t(`dashboards.health.backups.${state}`, { at }),
    care: state !== 'done',
  };
}

/** Room left where files and the database are stored. */
async function roomLines({ t, language }: Viewer): Promise<Line[]> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir);
  const free = exactFigure(Math.floor((bavail * bsize) / MEGABYTE / 1024), 'count', language);
  return [
    { label: t('dashboards.health.room'), text: t('dashboards.health.free', { free }), care: bavail < blocks * LITTLE },
  ];
}

async function mailLines({ actor, t }: Viewer): Promise<Line[]> {
  const parts = mails.parts(actor, mails.options.rights.list);
  const all = readListQuery(mails.of, new URLSearchParams(), 'all-mails');
  const groups = await groupRows(parts, all, [{ field: 'status' }]);
  return (['waiting', 'failed'] as const).map((type) => {
    const query = readListQuery(mails.of, new URLSearchParams(), type);
    const count = groups.find(({ values }) => values[0] === type)?.count ?? 0;
    return {
      label: t(`dashboards.health.mails.${type}`),
      figure: { value: count, count, unit: 'count', href: addressOf({ of: mails.of, query }) },
      care: type === 'failed' && count > 0,
    };
  });
}
