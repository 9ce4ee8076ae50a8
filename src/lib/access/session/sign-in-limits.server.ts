import { networkOf } from '#lib/values/network.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { oneAtATime } from '#lib/values/one-at-a-time.ts';
import {
  blockKey,
  resetLimit,
  resetLimitsFrom,
  returnPoint,
  takePointForAttempt,
  type Limit,
} from '#lib/process/database/rate-limit.server.ts';
import { signInFailed } from '#lib/process/instrumentation/measured.server.ts';
import { namesOf } from './names.server.ts';
import type { KnownDevice } from './known-device.server.ts';
import type { RequestFacts } from '#lib/values/actor.ts';

/** What counts the wrong attempts of one kind. */
interface Counter {
  limit: Limit;
  key: string;
}

/** So many times the failures of one network are allowed for one name from all networks together, within an hour. */
const NETWORKS_PER_HOUR = 10;
/** Wrong and pending attempts from one network; generous, because a whole office shares one. */
const NETWORK_LIMIT: Limit = { name: 'sign-in-address', points: 300, seconds: 900, blockSeconds: 900 };

/**
 * What counts a password at the door: a known device of the person for itself, so that no stranger locks it; anybody
 * else by the typed name and the network, by the name alone and by the network alone, whether the name exists or not.
 * Numbers: model of the directory, 4.1.
 */
export async function countersAtDoor(
  name: string,
  personId: string | undefined,
  facts: RequestFacts,
  device: KnownDevice | null,
): Promise<Counter[]> {
  if (personId && device?.people.includes(personId)) return [await deviceCounter(personId, device)];
  const pair = await failures('sign-in-pair');
  const network = networkOf(facts.ip);
  return [
    { limit: pair, key: `${name} ${network}` },
    { limit: totalOf(pair), key: name },
    { limit: NETWORK_LIMIT, key: network },
  ];
}

/** What counts the second step of a person whose password was right: a known device for itself, strangers together. */
export async function countersOfSecondStep(personId: string, device: KnownDevice | null): Promise<Counter[]> {
  if (device?.people.includes(personId)) return [await deviceCounter(personId, device)];
  return [{ limit: await failures('second-step'), key: personId }];
}

/** What counts the proofs of a person who is signed in, in all sessions together. */
export async function countersOfProof(personId: string): Promise<Counter[]> {
  return [{ limit: await failures('identity-proof'), key: personId }];
}

/**
 * Runs an attempt to prove an identity. It takes one of the remaining points of each counter before it is made and gets
 * them back unless it was wrong: exactly as many are made as are allowed, in however many processes at once. Within one
 * process those of one counter are serialized, so that correct attempts do not take each other's points. A wrong one is
 * passed to `refused`; 429 with the refusal of the limit for the last one and all that follow.
 */
export async function guarded<T>(
  counters: Counter[],
  attempt: () => Promise<T>,
  refused: (refusal: Refusal) => Promise<void>,
): Promise<T> {
  const [first] = counters as [Counter, ...Counter[]];
  const tried = oneAtATime(`${first.limit.name} ${first.key}`, () => counted(counters, attempt, refused));
  return tried.catch((error: unknown) => {
    if (error instanceof Refusal) signInFailed(error.code);
    throw error;
  });
}

async function counted<T>(
  counters: Counter[],
  attempt: () => Promise<T>,
  refused: (refusal: Refusal) => Promise<void>,
): Promise<T> {
  const taken: (Counter & { left: number })[] = [];
  const giveBack = () => Promise.all(taken.map(({ limit, key }) => returnPoint(limit, key)));
  try {
    for (const { limit, key } of counters)
      taken.push({ limit, key, left: (await takePointForAttempt(limit, key)).points });
    const done = await attempt();
    await giveBack();
    return done;
  } catch (error) {
    if (!isGuess(error)) {
      await giveBack();
      throw error;
    }
    await refused(error);
    const spent = taken.filter(({ left }) => left === 0);
    const blocked = await Promise.all(spent.map(({ limit, key }) => blockKey(limit, key)));
    throw blocked[0] ?? error;
  }
}

/**
 * Forgets the wrong attempts of a person who has come in: those of the device or of the network they came from, not
 * those that strangers make elsewhere.
 */
export async function forgetAttempts(personId: string, facts: RequestFacts, device: KnownDevice | null): Promise<void> {
  const names = await namesOf(personId);
  const doors = await Promise.all(names.map((name) => countersAtDoor(name, personId, facts, device)));
  const own = [...doors.map(([first]) => first!), ...(await countersOfSecondStep(personId, device))];
  await Promise.all(own.map(({ limit, key }) => resetLimit(limit, key)));
}

/** Resets the failed attempts of a person from everywhere, and every lock: the password was set anew. */
export async function unlockSignIn(personId: string): Promise<void> {
  const [pair, device, ...kinds] = await Promise.all(
    ['sign-in-pair', 'sign-in-device', 'second-step', 'identity-proof'].map(failures),
  );
  const names = await namesOf(personId);
  await Promise.all([
    ...kinds.map((limit) => resetLimit(limit, personId)),
    resetLimitsFrom(device!, `${personId} `),
    ...names.flatMap((name) => [resetLimitsFrom(pair!, `${name} `), resetLimit(totalOf(pair!), name)]),
  ]);
}

/** Refusals that count as guesses, of a password or of a second factor. */
const GUESSES = new Set(['wrong-credentials', 'wrong-proof']);

const isGuess = (error: unknown): error is Refusal => error instanceof Refusal && GUESSES.has(error.code);

/** So many failures within some minutes, then locked for as many (model of the directory, 4.1). */
async function failures(name: string): Promise<Limit> {
  const seconds = 60 * (await businessSetting('directory.sign-in-lock-minutes'));
  const points = await businessSetting('directory.sign-in-failures');
  return { name, points, seconds, blockSeconds: seconds, refusal: 'account-locked' };
}

const totalOf = ({ points, refusal }: Limit): Limit => ({
  name: 'sign-in-name',
  points: NETWORKS_PER_HOUR * points,
  seconds: 3600,
  refusal,
});

const deviceCounter = async (personId: string, { id }: KnownDevice): Promise<Counter> => ({
  limit: await failures('sign-in-device'),
  key: `${personId} ${id}`,
});
