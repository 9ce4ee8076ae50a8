import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { INBOX_PATH } from '#lib/approvals/paths.ts';
import { notificationApi, NOTIFICATIONS_PATH } from '#lib/notifications/paths.ts';
import { callOf } from '#lib/values/paths.ts';
import { api } from '../api.ts';
import { $bell } from '../stores/bell.ts';
import { translateWith } from '../translate-with.ts';
import { Icon } from '../ui/Icon.tsx';

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

export type ReadNotices = (which: { until: string }) => Promise<void>;

interface Props {
  /** The popover: each opening asks for the newest. */
  bell: HTMLElement;
  words: Record<string, string>;
  /** Marks as read what came up to an instant. */
  read: ReadNotices;
}

/** The decisions that wait, the newest notifications, and what can be done with them. */
export function BellContent({ bell, words, read }: Props) {
  const t = translateWith(words);
  const { waiting, waitingText, unread } = useStore($bell);
  const [items, setItems] = useState<readonly Item[]>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const look = async () => {
      const answer = await api<{ items: Item[] }>(callOf(notificationApi.newest)).catch(() => null);
      setFailed(answer === null);
      if (answer) setItems(answer.items);
    };
    const onToggle = (event: Event) => (event as ToggleEvent).newState === 'open' && void look();
    void look();
    bell.addEventListener('toggle', onToggle);
    return () => bell.removeEventListener('toggle', onToggle);
  }, []);
  const markAll = async () => {
    await read({ until: items?.[0]?.createdAt ?? new Date().toISOString() });
    setItems(items?.map((item) => ({ ...item, unread: false })));
  };
  return (
    <>
      {waiting > 0 && (
        <a className="bell-waiting" href={INBOX_PATH}>
          <Icon name="inbox" />
          <span>{waitingText}</span>
        </a>
      )}
      <ul className="bell-list" aria-busy={items === undefined && !hasFailed ? true : undefined}>
        {items?.map((item) => (
          <Notice key={item.id} item={item} settled={t('notifications.settled')} />
        ))}
      </ul>
      {items?.length === 0 && <p className="bell-none">{t('notifications.empty.title')}</p>}
      {hasFailed && (
        <p className="bell-none" role="alert">
          {t('refusals.unexpected')}
        </p>
      )}
      <div className="bell-foot">
        <a className="btn btn-outline btn-small" href={NOTIFICATIONS_PATH}>
          {t('notifications.showAll')}
        </a>
        <button className="btn btn-small" type="button" disabled={unread === 0} onClick={() => void markAll()}>
          <Icon name="check" />
          {t('notifications.markAll')}
        </button>
      </div>
    </>
  );
}

/** One notification; following it marks it as read (bell.ts). */
function Notice({
  item: { id, title, text, link, when, createdAt, unread, settled: isSettled },
  settled,
}: {
  item: Item;
  settled: string;
}) {
  return (
    <li>
      <a className={unread ? 'bell-item is-unread' : 'bell-item'} href={link} data-notice={unread ? id : undefined}>
        <b>{title}</b>
        <small>{text}</small>
        <span>
          <time className="figures" dateTime={createdAt}>
            {when}
          </time>
          {isSettled && <em> · {settled}</em>}
        </span>
      </a>
    </li>
  );
}
