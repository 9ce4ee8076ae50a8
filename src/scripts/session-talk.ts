/** What the page tells the server of its session, and the ways out of it. Loaded by idle.ts when one of them is due. */
import { sessionApi, sessionPath } from '#lib/access/paths.ts';
import { callOf } from '#lib/values/paths.ts';
import { api } from '#islands/api.ts';
import { flushDrafts } from '#islands/flush-drafts.ts';

let leaving = false;

/** Tells the server of use. A session that it has ended meanwhile is over here too. */
export async function tell(): Promise<void> {
  await api(callOf(sessionApi.activity), { method: 'POST' }).catch(() => null);
}

/** To the sign-in page, from where the person comes back to this one and finds what was typed. */
export async function leave(idle: boolean): Promise<void> {
  if (leaving) return;
  leaving = true;
  const to = new URL(location.href);
  if (await flushDrafts(true)) to.searchParams.set('restore', '');
  if (idle) await api(callOf(sessionApi.signOutIdle), { method: 'POST' }).catch(() => null);
  const back = to.pathname + to.search;
  location.assign(idle ? sessionPath.signInAfter('idle', back) : sessionPath.signInTo(back));
}

/** Sends the form that signs out, once what is typed elsewhere on the page is kept. */
export async function signOut(form: HTMLFormElement): Promise<void> {
  leaving = true;
  await flushDrafts(true);
  form.submit();
}
