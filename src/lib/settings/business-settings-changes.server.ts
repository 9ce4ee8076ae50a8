import { sql } from 'kysely';
import { v5 as uuidOf } from 'uuid';
import { personId, type Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { entered } from '#lib/records/entity.ts';
import { accepted } from '#lib/values/fields.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalidField, notAuthorized, notFound } from '#lib/values/refusal.ts';
import { sameValues } from '#lib/values/same-values.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { dateOf, instantOf, today } from '#lib/values/time.ts';
import { requireStepUpOfPeople } from '#lib/access/session/step-up.server.ts';
import { settingNamed, type Setting, type SettingChange } from './business-settings-reading.server.ts';
import { declaredSettings, fieldOf, type SettingName } from '#lib/process/settings/business-settings.ts';
import { setting } from './business-setting.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { jsonText } from '#lib/process/database/table.ts';
import { dropCached } from '#lib/process/database/cached.server.ts';

/**
 * Changes the value of a setting: from a day on (its midnight in Singapore), or at once with today's or no day. Past
 * values stay in the history. `seen.version` is the version the person was shown. 403 without Setting update or without
 * a recent proof (`step-up-needed`): settings hold limits of purchases and rules of signing in. 404 for
 * an unknown name, 409 `stale-version` when somebody has changed or planned something since, 422 with the faults at
 * `value`, `startsOn` and `reason`.
 */
export async function changeSetting(
  actor: Actor,
  name: string,
  seen: ShownVersion,
  input: unknown,
): Promise<SettingChange> {
  const declared = changeable(actor, name);
  requireStepUpOfPeople(actor);
  const fields = { value: declared.field, startsOn: setting.fields['startsOn']!, reason: setting.fields['reason']! };
  const { value, startsOn, reason } = parse(
    entered({ value: accepted(fields.value), startsOn: accepted(fields.startsOn), reason: accepted(fields.reason) }),
    input,
  ) as Entered;
  if (startsOn !== null && startsOn < today()) throw invalidField('startsOn', 'in-the-past', { date: startsOn });
  const day = startsOn === today() ? null : startsOn;
  const id = await transaction(async (tx) => {
    const { planned, value: now } = await locked(tx, name, seen);
    const validFrom = day ? instantOf(day) : await databaseTime(tx);
    if (planned.some((change) => change.validFrom === validFrom)) throw invalidField('startsOn', 'another-change-then');
    const before = planned.findLast((change) => change.validFrom < validFrom)?.value ?? now;
    if (sameValues({ value: before }, { value })) throw invalidField('value', 'value-already');
    const row = await tx
      .insertInto('settings')
      .values({ name, value: jsonText(value), validFrom, setBy: personId(actor), reason })
      .returning('id')
      .executeTakeFirstOrThrow();
    await logged(actor, name, day ? 'planned' : 'changed', { before, after: value }, { reason, day }, tx);
    return row.id;
  });
  dropCached('settings');
  return (await settingNamed(name)).changes.find((change) => change.id === id)!;
}

/**
 * Cancels a planned change; it stays in the history. 403 without Setting update, 404 for a change that the setting does
 * not have, 409 `setting-has-started` once it has been in force, 409 `state-changed` when it has been cancelled
 * already.
 */
export async function cancelSettingChange(actor: Actor, name: string, changeId: string): Promise<SettingChange> {
  changeable(actor, name);
  requireStepUpOfPeople(actor);
  const taken = await transaction(async (tx) => {
    const { changes } = await locked(tx, name);
    const change = changes.find(({ id }) => id === changeId);
    if (!change) throw notFound();
    if (change.state === 'removed') throw new Refusal('state-changed', 409);
    if (change.state !== 'planned') throw new Refusal('setting-has-started', 409);
    await sql`update settings set removed_at = clock_timestamp(), removed_by = ${personId(actor)} where id = ${changeId}`.execute(
      tx,
    );
    await logged(
      actor,
      name,
      'taken-back',
      { before: change.value, after: change.before },
      { day: dateOf(change.validFrom) },
      tx,
    );
    return change;
  });
  dropCached('settings');
  return taken;
}

/** The id of a setting in forms and in the log. */
export const settingId = (name: string): string => uuidOf(name, '6f0f4f7e-3c67-5d0b-9c1d-2b1f0c6a9e11');

interface Entered {
  value: unknown;
  startsOn: string | null;
  reason: string;
}

function changeable(actor: Actor, name: string) {
  if (!actor.ability.can('Setting', 'update')) throw notAuthorized();
  if (!Object.hasOwn(declaredSettings, name)) throw notFound();
  return declaredSettings[name as SettingName];
}

/** Serializes the changes of a setting. */
async function locked(tx: Tx, name: string, seen?: ShownVersion): Promise<Setting> {
  await sql`select pg_advisory_xact_lock(hashtext('setting'), hashtext(${name}))`.execute(tx);
  const found = await settingNamed(name, tx);
  if (!seen || seen.version === found.version) return found;
  const { updatedAt, updatedBy } = lastTouched(found.changes);
  throw new Refusal('stale-version', 409, {
    newer: {
      [fieldOf(name)]: found.value,
      value: found.value,
      planned: found.planned,
      version: found.version,
      updatedAt,
      updatedBy,
    },
  });
}

function lastTouched(changes: readonly SettingChange[]) {
  const touches = changes.flatMap(({ setAt, setById, removedAt, removedById }) => [
    { updatedAt: setAt, updatedBy: setById },
    ...(removedAt ? [{ updatedAt: removedAt, updatedBy: removedById }] : []),
  ]);
  return touches.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))[0] ?? { updatedAt: null, updatedBy: null };
}

/** The clock of the database gives concurrent changes one order. */
async function databaseTime(tx: Tx): Promise<string> {
  return (await sql<{ now: string }>`select clock_timestamp() as now`.execute(tx)).rows[0]!.now;
}

async function logged(
  actor: Actor,
  name: string,
  event: string,
  change: { before: unknown; after: unknown },
  params: Record<string, unknown>,
  tx: Tx,
): Promise<void> {
  const side = (value: unknown) => ({ [fieldOf(name)]: value });
  await logActivity(
    actor,
    {
      event: `setting.${event}`,
      subject: 'Setting',
      entity: 'setting',
      entityId: settingId(name),
      entityNumber: name,
      before: side(change.before),
      after: side(change.after),
      params,
    },
    tx,
  );
}
