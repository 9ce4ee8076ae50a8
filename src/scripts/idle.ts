/**
 * Ends a session that is not remembered after the maximum idle time (specification, sections 4 and 9), asking two
 * minutes before. Use in any tab counts for all. The server keeps the same limit by itself; it is told of use at most
 * once a minute. Small, and without the API client: it is on every page of the staff.
 */
import { IDLE_WARNING_MS, MAX_IDLE_MS } from '#lib/kernel/constants.ts';
import { flushDrafts } from '#islands/flush-drafts.ts';
import { ACTIVITY_KEY, ENDED_KEY, REMEMBER_KEY } from '#islands/session-storage.ts';

const TELL_EVERY_MS = 60_000;
const NOTICE_EVERY_MS = 5_000;

const template = document.getElementById('session') as HTMLTemplateElement;
const remember = template.dataset.remember!;
let used = Date.now();
let told = used;
let asked = false;
let leaving = false;

localStorage.setItem(REMEMBER_KEY, remember);
addEventListener('storage', ({ key }) => {
  if (key === ENDED_KEY) void leave();
});
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (leaving || !form.action.endsWith('/api/logout')) return;
  event.preventDefault();
  leaving = true;
  void flushDrafts(true).then(() => form.submit());
});

if (remember === 'false') {
  localStorage.setItem(ACTIVITY_KEY, String(used));
  for (const kind of ['keydown', 'pointerdown', 'pointermove', 'scroll']) addEventListener(kind, use, { passive: true, capture: true });
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
  if (now - used >= MAX_IDLE_MS) return void leave(true);
  if (now - used >= MAX_IDLE_MS - IDLE_WARNING_MS && !asked) {
    asked = true;
    document.body.append(template.content.cloneNode(true));
  }
  if (used > told && now - told >= TELL_EVERY_MS) void tell(now);
}

/** Tells the server of use. A session that it has ended meanwhile is over here too. */
async function tell(now: number): Promise<void> {
  told = now;
  const answer = await fetch('/api/session/activity', { method: 'POST' }).catch(() => null);
  if (answer?.status === 401) void leave();
}

/** To the sign-in page, from where the person comes back to this one and finds what was typed. */
async function leave(idle = false): Promise<void> {
  if (leaving) return;
  leaving = true;
  const to = new URL(location.href);
  if (await flushDrafts(true)) to.searchParams.set('restore', '');
  if (idle) await fetch('/api/logout?reason=idle', { method: 'POST' }).catch(() => null);
  location.assign(`/login?${idle ? 'reason=idle&' : ''}to=${encodeURIComponent(to.pathname + to.search)}`);
}
