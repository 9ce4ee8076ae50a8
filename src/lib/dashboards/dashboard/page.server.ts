import { postedActs } from '#lib/records/form/posted-acts.server.ts';
import { formatDate, formatTime, today } from '#lib/values/time.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { languageTags } from '#lib/values/languages.ts';
import { boardPage, type BoardView } from './board-page.server.ts';
import { mayEditDashboard } from './dashboard.server.ts';
import {
  askedId,
  setStartDashboard,
  copyForMyself,
  myDashboard,
  clearStartDashboard,
  type MyDashboard,
  type VisibleDashboard,
} from './my-dashboard.server.ts';

const NAME_MOST = 80;

/** The person's dashboard in the state of its address, ready for its page. */
export interface DashboardPage extends MyDashboard {
  board: BoardView;
  name: string;
  note: string;
  mayCopy: boolean;
  mayArrange: boolean;
  problem: string | null;
  done: Response | undefined;
}

/** Reads the dashboard of the address (`?dashboard=`), and carries out a posted act: choose, reset, copy. */
export async function dashboardPage(astro: PostedPage): Promise<DashboardPage> {
  const { actor, t, language } = astro.locals;
  const named = ({ id, name }: Pick<VisibleDashboard, 'id' | 'name'>) => name ?? t(`dashboards.pages.${id}`);
  const posted = await postedActs(astro, {
    begin: async ({ dashboard }) => (
      await setStartDashboard(actor, String(askedId(String(dashboard ?? '')))),
      t('dashboards.begun')
    ),
    reset: async () => (await clearStartDashboard(actor), t('dashboards.resetDone')),
    copy: async ({ dashboard }) => {
      const id = askedId(String(dashboard ?? ''));
      const { shown } = await myDashboard(actor, id);
      await copyForMyself(actor, id, t('dashboards.copyName', { name: named(shown) }).slice(0, NAME_MOST));
      return t('dashboards.copied');
    },
  });
  const mine = await myDashboard(actor, askedId(astro.url.searchParams.get('dashboard')));
  const { shown } = mine;
  const board = await boardPage(astro, mine.widgets, shown, Number(shown.refreshSeconds));
  const day = new Intl.DateTimeFormat(languageTags[language], { weekday: 'long', timeZone: 'Asia/Singapore' }).format(
    new Date(),
  );
  const period = t(`dashboards.dashboard.choices.period.${board.filters.period}`);
  const asOf = t('dashboards.asOf', { time: formatTime(board.asOf) });
  const note = [`${day} ${formatDate(today())}`, ...(board.isFiltered ? [period] : []), asOf].join(' · ');
  return {
    ...mine,
    board,
    note,
    name: named(shown),
    mayCopy: actor.ability.can('Dashboard', 'create'),
    mayArrange: !shown.isBuiltIn && mayEditDashboard(actor, shown.isMine),
    problem: posted.problem,
    done: posted.done,
  };
}
