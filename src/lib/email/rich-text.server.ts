import sanitize from 'sanitize-html';

const BLOCKS = ['p', 'div', 'ul', 'ol', 'li', 'blockquote', 'pre'] as const;

/**
 * The HTML allowed in a mail: text, emphasis, lists, quotations and external links. No external pictures, which would
 * reveal who reads, no styles, nothing active.
 */
const RULES: sanitize.IOptions = {
  allowedTags: [...BLOCKS, 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'code', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { href, rel: 'noopener noreferrer nofollow', target: '_blank' },
    }),
  },
  exclusiveFilter: ({ tag, text, attribs }) => tag === 'a' && (text.trim() === '' || !attribs['href']),
  nestingLimit: 30,
};

/**
 * Maximum number of elements in one body, each opened and closed. The cost of each grows with the unclosed ones before
 * it: 130,000 took fourteen seconds, and 390,000 single `<` one and a half.
 */
const MOST_ELEMENTS = 10_000;

/** Whether it has more elements than anybody writes, begun or not: then it is not even parsed. */
export const hasTooMuchMarkup = (html: string): boolean =>
  html.split('<', 2 * MOST_ELEMENTS + 2).length > 2 * MOST_ELEMENTS;

/** HTML that is safe to show to others, whatever was sent; excessive markup is shown as text. */
export function cleanHtml(html: string): string {
  return hasTooMuchMarkup(html) ? htmlOf(html) : sanitize(html, RULES).trim();
}

/** Typed text as HTML: an empty line starts a paragraph. */
export function htmlOf(text: string): string {
  const lines = escaped(text.replaceAll('\r\n', '\n').trim());
  return lines === ''
    ? ''
    : lines
        .split(/\n{2,}/)
        .map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`)
        .join('');
}

/** Its plain text: for the preview, the search, and a form without script. */
export function textOf(html: string): string {
  const broken = html
    .replaceAll(/<br\s*\/?>/g, '\n')
    .replaceAll(/<li>/g, '- ')
    .replaceAll(/<\/(p|div|blockquote|pre|ul|ol)>/g, '\n\n')
    .replaceAll(/<\/li>/g, '\n');
  const bare = sanitize(broken, { allowedTags: [], allowedAttributes: {}, disallowedTagsMode: 'discard' });
  return unescaped(bare)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const SIGNS: readonly [string, string][] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
];

/** Text as part of HTML. */
export const escaped = (text: string): string =>
  SIGNS.reduce((html, [sign, entity]) => html.replaceAll(sign, entity), text);

const unescaped = (html: string): string =>
  SIGNS.toReversed()
    .reduce((text, [sign, entity]) => text.replaceAll(entity, sign), html)
    .replaceAll('\u00A0', ' ');
