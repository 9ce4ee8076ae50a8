/**
 * The bell while a page is open. Polls once a minute for all tabs together, when one of them is visible, and announces
 * a new notification once. Following a notification, and opening its record, marks it as read.
 */
import { notificationApi, NOTIFICATIONS_PATH } from '#lib/notifications/paths.ts';
import { callOf } from '#lib/values/paths.ts';
import { api } from '../api.ts';
import { $bell, type BellCounts } from '../stores/bell.ts';
import { showToast } from '../stores/toasts.ts';

interface News extends BellCounts {
  items: { title: string; link: string }[];
  summary: string;
}

/** State shared by the tabs: when one polled last, and up to when everything was announced. */
const KEY = 'bell';

const button = document.getElementById('bell-button')!;
const list = document.getElementById('bell')!;
const person = document.getElementById('session')!.dataset.person!;
let everyMs: number;

/** Polls every `milliseconds`; `mayBeNews`: this page may be the record of an unread notification, which is read so. */
export function watchBell(milliseconds: number, mayBeNews: boolean): void {
  everyMs = milliseconds;
  const { waiting = '0', waitingText = '', unread = '0' } = button.dataset;
  $bell.set({ waiting: Number(waiting), waitingText, unread: Number(unread) });
  $bell.listen(drawCount);
  // Another tab has polled since this page was made.
  const stored = memory();
  if (stored.until > button.dataset.now!) show({ person, ...stored });
  setInterval(look, everyMs);

  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && newValue) show(JSON.parse(newValue));
  });
  addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  document.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLElement>('a[data-notice]');
    if (link) void read({ id: link.dataset.notice });
  });
  list.addEventListener('toggle', fill, { once: true });
  if (list.matches(':popover-open')) fill();
  if (mayBeNews) void read({ path: location.pathname });
  void look();
}

function fill(): void {
  list.removeEventListener('toggle', fill);
  void import('./open-bell.tsx').then(({ fillBell }) => fillBell(list, read));
}

/** One tab at a time, and only if none has polled within the minute. */
async function look(): Promise<void> {
  if (document.hidden) return;
  await (navigator.locks
    ? navigator.locks.request(KEY, { ifAvailable: true }, (lock) => (lock ? ask() : undefined))
    : ask());
}

async function ask(): Promise<void> {
  const now = Date.now();
  const known = memory();
  if (now - known.looked < everyMs - 5_000) return;
  // What arrived while no tab was visible is counted, but not announced as new.
  const after = now - known.looked < 5 * everyMs ? known.until : button.dataset.now!;
  localStorage.setItem(KEY, JSON.stringify({ ...known, person, looked: now }));
  const path = callOf(notificationApi.newsAfter(after));
  const news = await api<News & { at: string }>(path, { background: true }).catch(() => null);
  if (!news) return;
  localStorage.setItem(KEY, JSON.stringify({ person, looked: now, until: news.at, ...counts(news) }));
  show({ person, ...counts(news) });
  const [newest, ...others] = news.items;
  if (newest)
    showToast(
      others.length > 0 ? news.summary : newest.title,
      'info',
      others.length > 0 ? NOTIFICATIONS_PATH : newest.link,
    );
}

const counts = ({ waiting: decisions, waitingText: text, unread: left }: BellCounts): BellCounts => ({
  waiting: decisions,
  waitingText: text,
  unread: left,
});

function memory(): { looked: number; until: string } & Partial<BellCounts> {
  try {
    const storedState = JSON.parse(localStorage.getItem(KEY)!);
    if (storedState.person === person) return storedState;
  } catch {
    // Nothing is stored yet, or not by us.
  }
  return { looked: 0, until: button.dataset.now! };
}

function show(news: { person: string } & Partial<BellCounts>): void {
  if (news.person !== person || news.unread === undefined) return;
  const { waiting: decisions = 0, waitingText: text = '', unread: left } = news;
  $bell.set({ waiting: decisions, waitingText: text, unread: left });
}

/** The number on the bell itself, which is there before anything else of it. */
function drawCount({ waiting: decisions, unread: left }: BellCounts): void {
  const badge = button.querySelector<HTMLElement>('.bar-count')!;
  badge.textContent = decisions + left > 99 ? '99+' : String(decisions + left);
  badge.hidden = decisions + left === 0;
}

/** The page may be left at once: the request outlives it. */
async function read(which: { id?: string | undefined; path?: string; until?: string }): Promise<void> {
  const now = await api<BellCounts>(callOf(notificationApi.reading), {
    method: 'POST',
    keepalive: true,
    body: which,
  }).catch(() => null);
  if (!now) return;
  localStorage.setItem(KEY, JSON.stringify({ ...memory(), person, ...now }));
  show({ person, ...now });
}
