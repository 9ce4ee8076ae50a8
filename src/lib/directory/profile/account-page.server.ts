import type { AstroGlobal } from 'astro';
import { accountPath } from '#lib/access/paths.ts';
import { absencePage } from '#lib/approvals/delegation/delegation-page.server.ts';
import { passwordForm, profileActs, profileForm } from './profile-pages.server.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';

export const ACCOUNT_TABS = [
  'general',
  'absence',
  'signature',
  'password',
  'security',
  'notifications',
  'views',
  'appearance',
  'shortcuts',
] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];

const PATH = accountPath.settings;

/** The account settings in one of their tabs (model of content and account, 5.4), each with its form. */
export async function accountPage(astro: AstroGlobal) {
  const asked = astro.url.searchParams.get('tab');
  const tab: AccountTab = ACCOUNT_TABS.find((name) => name === asked) ?? 'general';
  const isAct = astro.request.method === 'POST' && tab !== 'password' && (await formDataOf(astro.request)).has('act');
  const posted = isAct ? await profileActs(astro) : null;
  const form = tab === 'general' && !isAct ? await profileForm(astro, PATH) : null;
  const absence =
    tab === 'absence' && !posted?.done
      ? await absencePage(astro, astro.locals.actor.id, `${PATH}?tab=absence`, isAct)
      : null;
  const password = tab === 'password' ? await passwordForm(astro, `${PATH}?tab=password`) : null;
  return { tab, posted, form, absence, password, done: posted?.done ?? form?.done ?? absence?.done ?? password?.done };
}
