import type { Actor } from '#lib/values/actor.ts';
import { notAuthorized, notFound } from '#lib/values/refusal.ts';
import type { SettingRow } from '#lib/process/settings/business-settings.server.ts';
import { declaredSettings, groupOf, settingNames, type SettingName } from '#lib/process/settings/business-settings.ts';
import { db, type Db } from '#lib/process/database/database.server.ts';

export type ChangeState = 'planned' | 'in-force' | 'past' | 'removed';

/** One change of a setting, with the value before it. `setBy` and `removedBy` are names. */
export interface SettingChange extends Omit<Row, 'name'> {
  state: ChangeState;
  before: unknown;
}

export interface Setting {
  name: SettingName;
  group: string;
  /** In force now. */
  value: unknown;
  /** The change that set it; null for the default. */
  current: SettingChange | null;
  /** Planned and not cancelled, the next one first. */
  planned: SettingChange[];
  /** All of them, the latest start first. */
  changes: SettingChange[];
  /** Increases with every change and every cancellation. */
  version: number;
}

const READ = ['read', 'update'];

/** Every setting in the order of its declaration: one statement. Needs Setting read. */
export async function listSettings(actor: Actor): Promise<Setting[]> {
  if (!actor.ability.can('Setting', ...READ)) throw notAuthorized();
  const byName = Map.groupBy(await rowsOf(settingNames, db), ({ name }) => name);
  return settingNames.map((name) => settingFrom(name, byName.get(name) ?? []));
}

/** One setting with its history. Needs Setting read. 404 for an unknown name. */
export async function getSetting(actor: Actor, name: string): Promise<Setting> {
  if (!actor.ability.can('Setting', ...READ)) throw notAuthorized();
  return settingNamed(name);
}

/** The same for an operation that has checked its own right. */
export async function settingNamed(name: string, reader: Db = db): Promise<Setting> {
  if (!Object.hasOwn(declaredSettings, name)) throw notFound();
  return settingFrom(name as SettingName, await rowsOf([name], reader));
}

type Row = SettingRow & { setById: string | null; removedById: string | null };

function rowsOf(names: readonly string[], reader: Db): Promise<Row[]> {
  return reader
    .selectFrom('settings as s')
    .leftJoin('users as u', 'u.id', 's.setBy')
    .leftJoin('users as r', 'r.id', 's.removedBy')
    .select([
      's.id',
      's.name',
      's.validFrom',
      's.value',
      's.setBy as setById',
      'u.fullName as setBy',
      's.setAt',
      's.reason',
      's.removedAt',
      's.removedBy as removedById',
      'r.fullName as removedBy',
    ])
    .where('s.name', 'in', names)
    .orderBy('s.validFrom', 'desc')
    .orderBy('s.setAt', 'desc')
    .execute();
}

function settingFrom(name: SettingName, rows: Row[]): Setting {
  const now = new Date().toISOString();
  const live = rows.filter(({ removedAt }) => removedAt === null);
  const newest = live.find(({ validFrom }) => validFrom <= now);
  const { first } = declaredSettings[name];
  const changes = rows.map(({ name: _name, ...row }): SettingChange => {
    const earlier = live.find((other) => other.validFrom < row.validFrom);
    return { ...row, state: stateOf(row, newest, now), before: earlier ? earlier.value : first };
  });
  return {
    name,
    group: groupOf(name),
    value: newest ? newest.value : first,
    changes,
    version: 1 + rows.length + (rows.length - live.length),
    current: changes.find(({ state }) => state === 'in-force') ?? null,
    planned: changes.filter(({ state }) => state === 'planned').toReversed(),
  };
}

function stateOf(
  row: { id: string; validFrom: string; removedAt: string | null },
  newest: Row | undefined,
  now: string,
): ChangeState {
  if (row.removedAt !== null) return 'removed';
  if (row.validFrom > now) return 'planned';
  return row.id === newest?.id ? 'in-force' : 'past';
}
