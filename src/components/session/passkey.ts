/**
 * Passkeys in the browser: a button asks for one, and its form is submitted with the response. The library is loaded on
 * first use; a browser that has signed in by passkey before offers them at the user name too.
 */
import { callOf } from '#lib/values/paths.ts';
import type { ApiError } from '#islands/api-error.ts';

const USED_KEY = 'passkey-used';

for (const place of document.querySelectorAll<HTMLElement>('[data-passkey]')) {
  const { host = '' } = place.dataset;
  const isHere = location.hostname === host || location.hostname.endsWith(`.${host}`);
  if (!isHere || !isSecureContext || !('PublicKeyCredential' in window)) continue;
  place.hidden = false;
  const button = place.querySelector('button')!;
  button.onclick = async () => {
    button.disabled = true;
    await ask(place, false).catch((error: Error) => say(place, error));
    button.disabled = false;
  };
  if (place.dataset.autofill !== undefined) void offer(place);
}

async function offer(place: HTMLElement): Promise<void> {
  const isAble = (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
  // A person without passkeys here would see a pointless dialog.
  if (isAble && localStorage.getItem(USED_KEY)) await ask(place, true).catch(() => {});
}

async function ask(place: HTMLElement, useBrowserAutofill: boolean): Promise<void> {
  place.querySelector('p')!.textContent = '';
  const entry = document.getElementById(place.dataset.into!) as HTMLInputElement;
  const [{ startAuthentication, startRegistration }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    questionOf(place, entry.form!),
  ]);
  const answer =
    place.dataset.passkey === 'create'
      ? await startRegistration({ optionsJSON: optionsJSON })
      : await startAuthentication({ optionsJSON: optionsJSON, useBrowserAutofill });
  localStorage.setItem(USED_KEY, 'true');
  entry.value = JSON.stringify(answer);
  entry.form!.submit();
}

/**
 * Gets the passkey options. Where an identity check is needed first, the form is submitted as it is: the server asks,
 * and preserves the entries.
 */
async function questionOf({ dataset }: HTMLElement, form: HTMLFormElement): Promise<any> {
  if (dataset.question) return JSON.parse(dataset.question);
  const { api } = await import('#islands/api.ts');
  return api(callOf(dataset.options!), { method: 'POST', body: {}, throws: 'step-up-needed' }).catch(
    (error: ApiError) => {
      if (error.code !== 'step-up-needed') throw new Error(error.message);
      form.submit();
      return new Promise(() => {});
    },
  );
}

/** Our refusals with their text; the browser's errors, mostly a cancelled dialog, in a neutral sentence. */
function say(place: HTMLElement, error: Error): void {
  const { failed = '', known = '' } = place.dataset;
  const isBrowsers = error instanceof DOMException || 'code' in error;
  const isKnown = (error as { code?: unknown }).code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  place.querySelector('p')!.textContent = isKnown ? known : isBrowsers || !error.message ? failed : error.message;
}
