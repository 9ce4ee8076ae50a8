import type { AstroGlobal } from 'astro';
import { coversScope, everyScope, rightOfScope } from '#lib/access/tokens/client-scopes.ts';
import { revokeSecret, rotateSecret } from './rotation.server.ts';
import {
  createAppClient,
  resumeAppClient,
  revokeAppClient,
  suspendAppClient,
  type AppClientRecord,
} from './app-client.server.ts';
import { FIRST_VALUES, appClient, appClientPath } from './app-client.ts';
import type { Actor } from '#lib/values/actor.ts';
import { isSwitchedOn } from '#lib/access/session/actor.server.ts';
import type { Flash } from '#lib/process/http/flash.server.ts';
import { formPost, type Form } from '#lib/records/form/form.server.ts';
import { postedActs, type PostedActs } from '#lib/records/form/posted-acts.server.ts';
import { scopesInUse } from '#lib/records/api/api-endpoints.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';

/** A client that was just created, with its secret, shown only once. */
interface MadeClient {
  id: string;
  name: string;
  clientId: string;
  secret: string;
}

/** The form of a new client; once it is created, its id and secret. */
export async function newClientPage(astro: AstroGlobal): Promise<Form & { made: MadeClient | null }> {
  let made: MadeClient | null = null;
  const form = await formPost(astro, appClient, async (actor, input) => (made = await createAppClient(actor, input)), {
    // Reached only by the same form posted twice: its client stands already, and a secret can be made on its page.
    redirect: ({ id }) => appClientPath.show(id),
    said: ({ name, clientId }) => astro.locals.t('refusals.secret-shown-before', { name, clientId }),
    initial: FIRST_VALUES,
  });
  // The secret is stored nowhere: it is shown in the response to the form, without a redirect.
  return { ...form, made, done: made ? undefined : form.done };
}

/** The acts of a client's page; a new secret is shown at once, and never again. */
export function clientActs(astro: AstroGlobal, record: AppClientRecord): Promise<PostedActs> {
  const { actor, t } = astro.locals;
  const seen = (input: unknown) => shownVersionOf(record.id, input);
  const doneText = (act: string) => t(`directory.appClient.done.${act}`, { name: record.name });
  return postedActs(astro, {
    suspend: async (input): Promise<Flash> => {
      const { version } = await suspendAppClient(actor, seen(input));
      const undo = { act: 'resume', version, path: astro.url.pathname };
      return { kind: 'success', text: doneText('suspend'), undo };
    },
    resume: (input) => resumeAppClient(actor, seen(input)).then(() => doneText('resume')),
    revoke: (input) => revokeAppClient(actor, seen(input)).then(() => doneText('revoke')),
    rotate: async (input) => ({
      said: doneText('rotate'),
      shown: [(await rotateSecret(actor, seen(input), input)).secret],
    }),
    revokeSecret: (input) =>
      revokeSecret(actor, seen(input), String(input.secret)).then(() => doneText('revokeSecret')),
  });
}

export interface OfferedScopes {
  subject: string;
  scopes: { scope: string; action: string }[];
}

/** The rights the reader may grant to a client, by subject; and those it has already, whoever may grant them. */
export async function offeredScopes(actor: Actor, chosen: readonly string[]): Promise<OfferedScopes[]> {
  const inUse = await scopesInUse();
  const offered = everyScope().filter(
    (scope) =>
      chosen.includes(scope) ||
      (inUse.has(scope) && isSwitchedOn(rightOfScope(scope)!.subject) && coversScope(actor.ability, scope)),
  );
  const bySubject = Map.groupBy(offered, (scope) => rightOfScope(scope)!.subject);
  return [...bySubject].map(([subject, scopes]) => ({
    subject,
    scopes: scopes.map((scope) => ({ scope, action: rightOfScope(scope)!.action })),
  }));
}
