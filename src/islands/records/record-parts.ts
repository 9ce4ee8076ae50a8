import { pageText } from '../page-text.ts';

/** What reacts on the page itself, and what belongs to it alone. */
const LEFT_OUT =
  'script, style, form, .field, input, dialog, button, astro-island, [popover], .timeline-card, .page-acts';

/** The head and the cards of a record's page, without its acts; `headingId` is given to its title. Null when the page could not be read. */
export async function recordParts(address: string, headingId: string): Promise<Element[] | null> {
  const html = await pageText(address);
  if (!html) return null;
  const page = new DOMParser().parseFromString(html.replaceAll(/<style[^>]*>.*?<\/style>/gs, ''), 'text/html');
  for (const element of page.querySelectorAll(LEFT_OUT)) element.remove();
  for (const element of page.querySelectorAll('main [id]')) element.removeAttribute('id');
  const title = page.querySelector('main h1');
  if (title) {
    const heading = document.createElement('h2');
    heading.append(...title.childNodes);
    heading.id = headingId;
    title.replaceWith(heading);
  }
  return [...page.querySelectorAll('main .record-head-words, main .record-layout .card')];
}
