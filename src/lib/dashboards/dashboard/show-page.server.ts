import { pageParam } from '#lib/process/http/page-param.ts';
import type { AstroGlobal } from 'astro';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { boardPage, type BoardView } from './board-page.server.ts';
import type { dashboard } from './dashboard.ts';
import { getDashboard, mayEditDashboard } from './dashboard.server.ts';
import { widgetsOf } from './widgets.server.ts';
import { canOpenDashboard } from './my-dashboard.server.ts';

export interface ShowPage {
  record: ReadRow<typeof dashboard>;
  /** As the viewer would see it, with their own rights. */
  board: BoardView;
  mayUpdate: boolean;
  /** Whether it can be opened under `/dashboard`. */
  isVisible: boolean;
}

/** A dashboard with its preview. */
export async function dashboardShowPage(astro: Pick<AstroGlobal, 'locals' | 'url' | 'params'>): Promise<ShowPage> {
  const { actor } = astro.locals;
  const record = await getDashboard(actor, pageParam(astro, 'id'));
  const [board, isVisible] = await Promise.all([
    boardPage(astro, await widgetsOf(record.id), record),
    canOpenDashboard(actor, record.id),
  ]);
  return { record, board, isVisible, mayUpdate: mayEditDashboard(actor, record.ownerId === actor.id) };
}
