/** The newest notifications in the bell, each time it is opened. */
import { notificationApi } from '#lib/notifications/paths.ts';
import { callOf } from '#lib/values/paths.ts';
import { api } from '../api.ts';

interface Item {
  id: string;
  title: string;
  text: string;
  link: string;
  when: string;
  createdAt: string;
  unread: boolean;
  settled: boolean;
}

type Read = (which: { until: string }) => Promise<void>;

export async function fill(bell: HTMLElement, read: Read): Promise<void> {
  const answer = await api<{ items: Item[] }>(callOf(notificationApi.newest)).catch(() => null);
  const failed = bell.querySelector<HTMLElement>('[data-failed]')!;
  failed.hidden = answer !== null;
  if (!answer) return;
  const { items } = answer;
  const list = bell.querySelector<HTMLElement>('.bell-list')!;
  list.replaceChildren(...items.map(drawn));
  list.removeAttribute('aria-busy');
  bell.querySelector<HTMLElement>('.bell-none:not([data-failed])')!.hidden = items.length > 0;
  const all = bell.querySelector<HTMLButtonElement>('[data-all]')!;
  all.onclick = async () => {
    await read({ until: items[0]?.createdAt ?? new Date().toISOString() });
    for (const marked of list.querySelectorAll('.is-unread')) marked.classList.remove('is-unread');
  };
}

function drawn({ id, title, text, link, when, createdAt, unread, settled }: Item): Node {
  const item = (document.getElementById('bell-item') as HTMLTemplateElement).content.cloneNode(
    true,
  ) as DocumentFragment;
  const anchor = item.querySelector('a')!;
  anchor.href = link;
  anchor.classList.toggle('is-unread', unread);
  if (unread) anchor.dataset.notice = id;
  anchor.querySelector('b')!.textContent = title;
  anchor.querySelector('small')!.textContent = text;
  Object.assign(anchor.querySelector('time')!, { textContent: when, dateTime: createdAt });
  anchor.querySelector('em')!.hidden = !settled;
  return item;
}
