import type { AstroGlobal } from 'astro';
import { userPath } from './paths.ts';
import { chosenIn, type Chosen } from '#lib/records/list/bulk.server.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import { listPage, type ListView } from '#lib/records/list/list-page.server.ts';
import { titleText } from '#lib/records/shown.ts';
import { addRoleToUser } from './bulk.server.ts';
import { suspendUser } from './suspension.server.ts';
import { users } from './user.server.ts';
import { user } from './user.ts';

type Page = Pick<AstroGlobal, 'request' | 'locals' | 'url' | 'params' | 'redirect' | 'response' | 'cookies'>;

/** A question to be answered before a bulk act is carried out. */
export interface BulkQuestion {
  act: 'addRole' | 'suspend';
  field: 'roleId' | 'reason';
  chosen: Chosen;
  /** How many people are selected. */
  count: number;
  /** The names of those on this page. */
  people: string[];
  /** It was submitted empty. */
  isMissing: boolean;
}

const ENTRIES = { addRole: 'roleId', suspend: 'reason' } as const;

/**
 * The list of people at either of its addresses (/directory/users, /apps/users/list). Bulk acts that need a reason or a
 * role show a question first.
 */
export async function userListPage(
  astro: Page,
  path: string,
  showPath: (id: string) => string,
): Promise<ListView & { asked: BulkQuestion | null }> {
  const { ability } = astro.locals.actor;
  const data = astro.request.method === 'POST' ? await formDataOf(astro.request) : null;
  const act = data?.get('act');
  const field = act === 'addRole' || act === 'suspend' ? ENTRIES[act] : null;
  const given = field && String(data?.get(field) ?? '').trim();
  const isQuestion = field !== null && given === '';
  const list = await listPage(isQuestion ? withoutPost(astro) : astro, users, {
    open: ({ id }) => (ability.can('User', 'show') ? showPath(id) : null),
    exportPath: userPath.api.export,
    bulk: {
      ...(ability.can('User', 'update') && {
        addRole: {
          run: (actor, seen) => addRoleToUser(actor, seen, { roleId: given }),
          icon: 'user-plus',
          isAsked: true,
        },
      }),
      ...(ability.can('User', 'suspend') && {
        suspend: { run: (actor, seen) => suspendUser(actor, seen, { reason: given }), icon: 'user-x', isAsked: true },
      }),
    },
  });
  const chosen = data && chosenIn(data);
  if (!isQuestion || !chosen?.rows.length) return { ...list, path, asked: null };
  const isMissing = data!.has(field);
  if (isMissing) astro.response.status = 422;
  const people = list.rows.items
    .filter(({ id }) => chosen.rows.some((row) => row.startsWith(`${id}:`)))
    .map((row) => titleText(user, row));
  const count = chosen.allSeenAt === null ? chosen.rows.length : list.rows.total;
  return { ...list, path, asked: { act: act as BulkQuestion['act'], field, chosen, count, people, isMissing } };
}

/** The same page for a GET request. */
function withoutPost(astro: Page): Page {
  const { locals, url, params, response, cookies } = astro;
  return {
    request: new Request(url, { method: 'HEAD' }),
    locals,
    url,
    params,
    response,
    cookies,
    redirect: (...to: Parameters<Page['redirect']>) => astro.redirect(...to),
  };
}
