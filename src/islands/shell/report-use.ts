import { sessionApi } from '#lib/access/paths.ts';
import { callOf } from '#lib/values/paths.ts';
import { api } from '../api.ts';

/** Reports use to the server; loaded by idle.ts when it is due. A session that it has ended meanwhile is over here too. */
export async function reportUse(): Promise<void> {
  await api(callOf(sessionApi.activity), { method: 'POST' }).catch(() => null);
}
