/**
 * The bell while a page is open. Polls once a minute for all tabs together, when one of them is visible, and announces
 * a new notification once. Following a notification, and opening its record, marks it as read.
 */
import { notificationApi, NOTIFICATIONS_PATH } from '#lib/notifications/paths.ts';
import { callOf } from '#lib/values/paths.ts';
import { api } from '../api.ts';
import { showToast } from '../stores/toasts.ts';

interface News {
  waiting: number;
  waitingText: string;
  unread: number;
  items: { title: string; link: string }[];
  summary: string;
}

const EVERY_MS = 60_000;
/** State shared by the tabs: when one polled last, and up to when everything was announced. */
const KEY = 'bell';
const RECORD = /\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\//;

const button = document.getElementById('bell-button')!;
const list = document.getElementById('bell')!;
const person = document.getElementById('session')!.dataset.person!;
setInterval(look, EVERY_MS);

addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY && newValue) show(JSON.parse(newValue));
});
addEventListener('focus', look);
document.addEventListener('visibilitychange', look);
document.addEventListener('click', ({ target }) => {
  const link = (target as Element).closest<HTMLElement>('a[data-notice]');
  if (link) void read({ id: link.dataset.notice });
});
list.addEventListener('toggle', (event) => {
  if ((event as ToggleEvent).newState === 'open') fillList();
});
if (list.matches(':popover-open')) fillList();
if (Number(button.dataset.unread) > 0 && RECORD.test(location.pathname)) void read({ path: location.pathname });
void look();

function fillList(): void {
  void import('./bell-list.ts').then(({ fill }) => fill(list, read));
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
  if (now - known.looked < EVERY_MS - 5_000) return;
  // What arrived while no tab was visible is counted, but not announced as new.
  const after = now - known.looked < 5 * EVERY_MS ? known.until : button.dataset.now!;
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

const counts = ({ waiting, waitingText, unread }: Omit<News, 'items' | 'summary'>) => ({
  waiting,
  waitingText,
  unread,
});

function memory(): { looked: number; until: string } {
  try {
    const storedState = JSON.parse(localStorage.getItem(KEY)!);
    if (storedState.person === person) return storedState;
  } catch {
    // Nothing is stored yet, or not by us.
  }
  return { looked: 0, until: button.dataset.now! };
}

function show(news: { person: string; waiting?: number; waitingText?: string; unread?: number }): void {
  if (news.person !== person || news.unread === undefined) return;
  const { waiting = 0, waitingText = '', unread } = news;
  const badge = button.querySelector<HTMLElement>('.bar-count')!;
  badge.textContent = waiting + unread > 99 ? '99+' : String(waiting + unread);
  badge.hidden = waiting + unread === 0;
  const line = list.querySelector<HTMLElement>('.bell-waiting')!;
  line.hidden = waiting === 0;
  line.querySelector('span')!.textContent = waitingText;
  list.querySelector<HTMLButtonElement>('[data-all]')!.disabled = unread === 0;
}

/** The page may be left at once: the request outlives it. */
async function read(which: { id?: string | undefined; path?: string; until?: string }): Promise<void> {
  const now = await api<Omit<News, 'items' | 'summary'>>(callOf(notificationApi.reading), {
    method: 'POST',
    keepalive: true,
    body: which,
  }).catch(() => null);
  if (!now) return;
  localStorage.setItem(KEY, JSON.stringify({ ...memory(), person, ...now }));
  show({ person, ...now });
}
