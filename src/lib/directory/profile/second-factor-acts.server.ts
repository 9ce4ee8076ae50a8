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
import { factsOf } from '#lib/process/http/endpoint.server.ts';

/** The acts on one's own second factor. Those that create recovery codes show them at once, and never again. */
export function secondFactorActs(astro: AstroGlobal): Record<string, PostedAct> {
  const { actor, t } = astro.locals;
  const said = (name: string, values: Record<string, unknown> = {}) =>
    t(`directory.account.secondFactor.done.${name}`, values);
  const withCodes = (sentence: string, { recoveryCodes }: NewRecoveryCodes): string | ShownOnce =>
    recoveryCodes ? { said: sentence, shown: recoveryCodes } : sentence;
  return {
    beginAuthenticator: () => startAuthenticatorSetUp(actor).then(() => said('begun')),
    dropAuthenticator: () => cancelAuthenticatorSetUp(actor).then(() => said('dropped')),
    confirmAuthenticator: async (input) =>
      withCodes(said('authenticatorAdded'), await confirmAuthenticator(actor, input, factsOf(astro))),
    removeAuthenticator: () => removeAuthenticator(actor).then(() => said('authenticatorRemoved')),
    addPasskey: async (input) =>
      withCodes(said('passkeyAdded', { name: String(input.name) }), await addPasskey(actor, input)),
    renamePasskey: (input) => renamePasskey(actor, String(input.passkey), input).then(() => said('passkeyRenamed')),
    removePasskey: (input) => removePasskey(actor, String(input.passkey)).then(() => said('passkeyRemoved')),
    renewRecoveryCodes: async () => withCodes(said('codesMade'), await renewRecoveryCodes(actor)),
  };
}
