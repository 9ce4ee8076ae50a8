import type { AstroGlobal } from 'astro';
import { startAuthenticatorSetUp, cancelAuthenticatorSetUp } from '#lib/access/second-factor/authenticator.server.ts';
import { addPasskey, removePasskey, renamePasskey } from '#lib/access/second-factor/own-passkeys.server.ts';
import {
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  type NewRecoveryCodes,
} from '#lib/access/second-factor/own-second-factor.server.ts';
import type { PostedAct, ShownOnce } from '#lib/records/form/posted-acts.server.ts';

/** The acts on one's own second factor. Those that create recovery codes show them at once, and never again. */
export function secondFactorActs(astro: AstroGlobal): Record<string, PostedAct> {
  const { actor, t } = astro.locals;
  const doneText = (name: string, values: Record<string, unknown> = {}) =>
    t(`directory.account.secondFactor.done.${name}`, values);
  const withCodes = (sentence: string, { recoveryCodes }: NewRecoveryCodes): string | ShownOnce =>
    recoveryCodes ? { said: sentence, shown: recoveryCodes } : sentence;
  return {
    beginAuthenticator: () => startAuthenticatorSetUp(actor).then(() => doneText('begun')),
    dropAuthenticator: () => cancelAuthenticatorSetUp(actor).then(() => doneText('dropped')),
    confirmAuthenticator: async (input) =>
      withCodes(doneText('authenticatorAdded'), await confirmAuthenticator(actor, input)),
    removeAuthenticator: () => removeAuthenticator(actor).then(() => doneText('authenticatorRemoved')),
    addPasskey: async (input) =>
      withCodes(doneText('passkeyAdded', { name: String(input.name) }), await addPasskey(actor, input)),
    renamePasskey: (input) => renamePasskey(actor, String(input.passkey), input).then(() => doneText('passkeyRenamed')),
    removePasskey: (input) => removePasskey(actor, String(input.passkey)).then(() => doneText('passkeyRemoved')),
    renewRecoveryCodes: async () => withCodes(doneText('codesMade'), await renewRecoveryCodes(actor)),
  };
}
