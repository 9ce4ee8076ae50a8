import { sql } from 'kysely';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import type { ApprovalDelegation } from './approval-delegation.ts';
import { addDelegateToTasks } from './delegation-tasks.server.ts';
import { closeDelegation } from './delegation.server.ts';

export interface Settled {
  begun: number;
  taken: number;
  ended: number;
  returned: number;
}

/**
 * Begins and ends absences whose time has come: what waits for somebody who is away now is asked of the delegate too,
 * and what still waits for a delegate whose time is over goes back. Each delegation in a transaction of its own;
 * running it twice changes nothing more.
 */
export async function settleDelegations(
  now: string = new Date().toISOString(),
  actor: Actor = systemActor('delegations'),
): Promise<Settled> {
  const settled: Settled = { begun: 0, taken: 0, ended: 0, returned: 0 };
  const due = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<{
      id: string;
    }>`select id from approval_delegations where status = 'active' and ${condition} order by from_at, id`.execute(db);
  for (const { id } of (await due(sql<boolean>`to_at <= ${now}`)).rows) {
    const returned = await withDelegation(id, sql<boolean>`to_at <= ${now}`, (tx, delegation) =>
      closeDelegation(tx, actor, delegation, 'over'),
    );
    if (returned === null) continue;
    settled.ended += 1;
    settled.returned += returned;
  }
  for (const { id } of (await due(sql<boolean>`begun_at is null and from_at <= ${now}`)).rows) {
    const taken = await withDelegation(
      id,
      sql<boolean>`begun_at is null and from_at <= ${now} and to_at > ${now}`,
      (tx, delegation) => addDelegateToTasks(tx, actor, delegation),
    );
    if (taken === null) continue;
    settled.begun += 1;
    settled.taken += taken;
  }
  return settled;
}

declareJob({
  name: 'absences',
  schedule: '*/10 * * * *',
  run: async ({ actor }) => ({ ...(await settleDelegations(undefined, actor)) }),
});

/** Works on one delegation that still is as it was when it was found; null when another process was first. */
async function withDelegation(
  id: string,
  still: ReturnType<typeof sql<boolean>>,
  work: (tx: Tx, delegation: ApprovalDelegation) => Promise<number>,
): Promise<number | null> {
  return transaction(async (tx) => {
    const { rows } =
      await sql<ApprovalDelegation>`select * from approval_delegations where id = ${id} and status = 'active' and ${still} for update skip locked`.execute(
        tx,
      );
    return rows[0] ? work(tx, rows[0]) : null;
  });
}
