/**
 * Ends a session that is not remembered after the maximum idle time (specification, sections 4 and 9), asking two
 * minutes before. Use in any tab counts for all. The server keeps the same limit by itself; it is told of use at most
 * once a minute. Small, because it is on every staff page: what speaks with the server is loaded when it is due.
 */
import { SIGN_IN_PATH, SIGN_OUT_API } from '#lib/access/first-paths.ts';
import { IDLE_WARNING_MS, MAX_IDLE_MS } from '#lib/values/constants.ts';
import { ACTIVITY_KEY, ENDED_KEY, REMEMBER_KEY, SESSION_KEY } from '../session-storage.ts';

const TELL_EVERY_MS = 60_000;
const NOTICE_EVERY_MS = 5_000;

const template = document.getElementById('session') as HTMLTemplateElement;
const remember = template.dataset.remember!;
let used = Date.now();
let told = used;
let asked = false;

localStorage.setItem(REMEMBER_KEY, remember);
addEventListener('storage', ({ key }) => {
  if (key === ENDED_KEY) wayOut().then(({ followEnd }) => followEnd(), toSignIn);
});
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (!form.action.endsWith(SIGN_OUT_API)) return;
  event.preventDefault();
  wayOut().then(
    ({ logout }) => logout(),
    () => {
      localStorage.removeItem(SESSION_KEY);
      form.submit();
    },
  );
});

if (remember === 'false') {
  localStorage.setItem(ACTIVITY_KEY, String(used));
  for (const kind of ['keydown', 'pointerdown', 'pointermove', 'scroll'])
    addEventListener(kind, use, { passive: true, capture: true });
  document.addEventListener('visibilitychange', look);
  setInterval(look, 1_000);
}

/** Once the question has been asked only its answer counts: a moved sleeve is not a yes. */
function use(): void {
  const idle = Date.now() - used;
  if (idle < NOTICE_EVERY_MS || idle >= MAX_IDLE_MS - IDLE_WARNING_MS) return;
  used += idle;
  localStorage.setItem(ACTIVITY_KEY, String(used));
}

function look(): void {
  used = Math.max(used, Number(localStorage.getItem(ACTIVITY_KEY)));
  const now = Date.now();
  if (now - used >= MAX_IDLE_MS) return void wayOut().then(({ endIdleSession }) => endIdleSession(), toSignIn);
  if (now - used >= MAX_IDLE_MS - IDLE_WARNING_MS && !asked) {
    asked = true;
    void wayOut();
    document.body.append(template.content.cloneNode(true));
  }
  if (used > told && now - told >= TELL_EVERY_MS) {
    told = now;
    void import('./report-use.ts').then((use) => use.reportUse());
  }
}

/** In any case, even where the rest of the script cannot be had any more. */
function toSignIn(): void {
  location.assign(SIGN_IN_PATH);
}

function wayOut(): Promise<typeof import('../session-end.ts')> {
  return import('../session-end.ts');
}
