/** What the page tells the server of its session. Loaded by idle.ts when it is due. */
import { sessionApi } from '#lib/access/paths.ts';
import { callOf } from '#lib/values/paths.ts';
import { api } from '#islands/api.ts';

/** Tells the server of use. A session that it has ended meanwhile is over here too. */
export async function tell(): Promise<void> {
  await api(callOf(sessionApi.activity), { method: 'POST' }).catch(() => null);
}
