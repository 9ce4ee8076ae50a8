/**
 * Ends a session that is not remembered after the maximum idle time (specification, sections 4 and 9), asking two
 * minutes before. Use in any tab counts for all. The server keeps the same limit by itself; it is told of use at most
 * once a minute. Small, and without the API client: it is on every page of the staff.
 */
import { MAX_IDLE_MS } from '#lib/kernel/constants.ts';
import { flushDrafts } from '#islands/flush-drafts.ts';
import { ACTIVITY_KEY, ENDED_KEY, REMEMBER_KEY } from '#islands/session-storage.ts';

const WARNING_MS = 120_000;
const TOLD_EVERY_MS = 60_000;
/** Seconds left at which a screen reader says how many. */
const ANNOUNCED = [120, 60, 15];

const dialog = document.getElementById('session-ending') as HTMLDialogElement;
const part = (name: string) => dialog.querySelector<HTMLElement>(`[data-${name}]`)!;
const { remember = 'false' } = dialog.dataset;
let used = Date.now();
let told = used;
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
  for (const kind of ['keydown', 'pointerdown', 'pointermove', 'scroll', 'touchmove']) addEventListener(kind, use, { passive: true, capture: true });
  document.addEventListener('visibilitychange', look);
  part('stay').onclick = stay;
  dialog.oncancel = stay;
  setInterval(look, 1_000);
}

/** While the question is open only its answer counts: a moved sleeve is not a yes. */
function use(): void {
  if (dialog.open || Date.now() - used < 5_000) return;
  used = Date.now();
  localStorage.setItem(ACTIVITY_KEY, String(used));
}

function look(): void {
  used = Math.max(used, Number(localStorage.getItem(ACTIVITY_KEY)));
  const left = MAX_IDLE_MS - (Date.now() - used);
  if (left <= 0) return void leave(true);
  if (left <= WARNING_MS) return ask(Math.ceil(left / 1_000));
  if (dialog.open) dialog.close();
  if (used > told && Date.now() - told >= TOLD_EVERY_MS) void tell();
}

function ask(seconds: number): void {
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  part('left').textContent = clock;
  if (!dialog.open) {
    dialog.showModal();
    void flushDrafts(false).then((kept) => {
      if (kept) showDraft();
    });
  }
  if (ANNOUNCED.includes(seconds)) part('announce').textContent = dialog.querySelector('h2')!.textContent;
}

function showDraft(): void {
  const time = new Date().toLocaleTimeString('en-US', { timeZone: 'Asia/Singapore', hour: '2-digit', minute: '2-digit' });
  const line = part('draft');
  line.querySelector('span')!.textContent = line.dataset.draft!.replace('|', time.replace(/\s/, '').toLowerCase());
  line.hidden = false;
}

function stay(): void {
  used = Date.now();
  localStorage.setItem(ACTIVITY_KEY, String(used));
  dialog.close();
  void tell();
}

/** Tells the server of use. A session that it has ended meanwhile is over here too. */
async function tell(): Promise<void> {
  told = Date.now();
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
