/** What stands in the bell, loaded when it is first opened (bell.ts). */
import { createRoot } from 'react-dom/client';
import { BellContent, type ReadNotices } from './BellContent.tsx';

export function fillBell(bell: HTMLElement, read: ReadNotices): void {
  const place = bell.querySelector<HTMLElement>('[data-words]')!;
  const words = JSON.parse(place.dataset.words!) as Record<string, string>;
  createRoot(place).render(<BellContent bell={bell} words={words} read={read} />);
}
