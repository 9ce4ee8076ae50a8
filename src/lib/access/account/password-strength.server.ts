import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { DEMONSTRATION_PASSWORD } from '#lib/values/constants.ts';
import { config } from '#lib/process/config/config.server.ts';

/** Beyond this many characters a password is not looked at: the estimate costs more than it says. */
const ESTIMATED = 64;

/** Of 0 to 4, after zxcvbn: 3 withstands ten billion tries at a stolen, slowly hashed list. */
const SAFE = 3;

/** The list of breached passwords is the base of the estimate; a package that comes without it must not go unnoticed. */
const LEAST_BREACHED = 10_000;

const breached = dictionary['passwords-common'] ?? [];
if (breached.length < LEAST_BREACHED)
  throw new Error('The list of breached passwords is missing from @zxcvbn-ts/language-common.');

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** What anybody tries first here, besides the name of the product. */
const published = [DEMONSTRATION_PASSWORD, 'memorial garden', 'cemetery', 'columbarium', 'singapore'];

/**
 * Whether a password falls to the usual guesses: breached passwords and their variations, rows of the keyboard, years
 * and dates, repetitions, the names of the product and of the person (`own`: user name, name, e-mail address), with or
 * without what stands between words. It takes up to about 50 ms, whatever the length.
 */
export function isGuessable(password: string, own: readonly string[]): boolean {
  const names = [...published, config.productName, ...own];
  const guesses = [...new Set(names.flatMap((name) => [name, joined(name), ...name.split(SEPARATORS)]))];
  const known = guesses.filter((word) => word.length > 2);
  const looked = password.slice(0, ESTIMATED);
  return [looked, joined(looked)].some((form) => estimator.check(form, known).score < SAFE);
}

const SEPARATORS = /[^\p{L}\p{N}]+/u;
const joined = (text: string) => text.split(SEPARATORS).join('');
