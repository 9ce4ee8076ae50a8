/** The layout of mails: one for all of them, as plain text and as HTML that loads nothing. */
import { escapeHtml } from '#lib/values/html.ts';
import { languageTags, type Language } from '#lib/values/languages.ts';

export interface LetterLink {
  label: string;
  /** The full address. */
  href: string;
}

/** One of several items listed in a mail. */
export interface LetterItem extends LetterLink {
  text?: string | undefined;
}

/** The content of a mail, in the reader's language. Texts are plain; paragraphs end with an empty line. */
export interface Letter {
  language: Language;
  /** The name of the product, in the header and footer. */
  product: string;
  subject: string;
  greeting: string;
  before: string;
  /** A text written by somebody, with its own line breaks. */
  quote?: string | undefined;
  items?: readonly LetterItem[] | undefined;
  /** Links to act on. */
  act?: LetterLink | undefined;
  after?: string | undefined;
  /** Why the reader gets it, and where to change that. */
  because?: string | undefined;
  ways?: readonly LetterLink[] | undefined;
}

/** The plain text version: every address in full, on a line of its own. */
export function letterText({
  greeting,
  before,
  quote,
  items = [],
  act,
  after,
  product,
  because,
  ways = [],
}: Letter): string {
  const parts = [
    greeting,
    before,
    quote?.replaceAll(/^/gm, '> '),
    ...items.map(({ label, text, href }) =>
      [`- ${label}`, text && text.replaceAll(/^/gm, '  '), `  ${href}`].filter(Boolean).join('\n'),
    ),
    act && `${act.label}:\n${act.href}`,
    after,
    product,
  ];
  const foot = [because, ...ways.map(({ label, href }) => `${label}:\n${href}`)].filter(Boolean);
  return [...parts, ...(foot.length > 0 ? ['--', ...foot] : [])].filter(Boolean).join('\n\n');
}

/** The HTML version, with colours for light and dark mode and no external resources. */
export function letterHtml(letter: Letter): string {
  const { language, product, subject, greeting, before, quote, items = [], act, after, because, ways = [] } = letter;
  return `<!doctype html>
<html lang="${languageTags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK}</style>
</head>
<body class="ground" style="margin:0;padding:24px 12px;background:#f5f6f3">
<div class="sheet ink" style="max-width:560px;margin:0 auto;padding:28px 32px 32px;border:1px solid #dce1da;border-radius:8px;background:#ffffff;color:#1c2420;font:16px/1.6 ${SANS}">
<p style="margin:0 0 24px;font:500 19px/1.3 ${SERIF}">${escapeHtml(product)}</p>
${paragraph(greeting)}
${paragraphs(before)}
${quote ? `<blockquote class="quote" style="margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #b8c2bb">${lines(quote)}</blockquote>` : ''}
${items.map(item).join('\n')}
${act ? button(act) : ''}
${after ? paragraphs(after) : ''}
${paragraph(product, 'margin:0')}
</div>
${because || ways.length > 0 ? foot(because, ways) : ''}
</body>
</html>
`.replaceAll(/\n{2,}/g, '\n');
}

const SANS = "Inter,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif";
const SERIF = "Newsreader,Georgia,'Times New Roman','Songti SC','Noto Serif SC',serif";

/**
 * For mail programs with dark mode that support media queries; those that invert colours themselves need none of it.
 */
const DARK = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.ground{background:#111613!important}.sheet{background:#191f1c!important;border-color:#2d3631!important}.ink{color:#e8ece9!important}
.soft{color:#a7b2ab!important}.link{color:#8ccdb3!important}.act{background:#7fc3a8!important;color:#0c1f18!important}.quote{border-color:#6f7d75!important}}`;

function item({ label, text, href }: LetterItem): string {
  return (
    `<div style="margin:0 0 18px"><p style="margin:0"><a class="link" href="${escapeHtml(href)}" style="color:#235f4d;font-weight:600">${escapeHtml(label)}</a></p>` +
    `${text ? `<p style="margin:2px 0 0">${lines(text)}</p>` : ''}${address(href)}</div>`
  );
}

/** A button, and its address below it: nobody has to press a link they cannot read. */
function button({ label, href }: LetterLink): string {
  return (
    `<p style="margin:24px 0 8px"><a class="act" href="${escapeHtml(href)}" style="display:inline-block;padding:11px 20px;border-radius:6px;background:#2c6553;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>` +
    `<div style="margin:0 0 24px">${address(href)}</div>`
  );
}

function address(href: string): string {
  return `<p class="soft" style="margin:0;color:#5b6660;font-size:13px;line-height:1.5;word-break:break-all"><a class="soft" href="${escapeHtml(href)}" style="color:#5b6660">${escapeHtml(href)}</a></p>`;
}

function foot(because: string | undefined, ways: readonly LetterLink[]): string {
  const links = ways
    .map(
      ({ label, href }) => `<a class="soft" href="${escapeHtml(href)}" style="color:#5b6660">${escapeHtml(label)}</a>`,
    )
    .join(' &#183; ');
  const texts = [because && lines(because), links]
    .filter(Boolean)
    .map((text) => `<p style="margin:0 0 6px">${text}</p>`)
    .join('');
  return `<div class="soft" style="max-width:560px;margin:0 auto;padding:16px 32px;color:#5b6660;font:13px/1.5 ${SANS}">${texts}</div>`;
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((part) => paragraph(part))
    .join('\n');
}

function paragraph(text: string, style = 'margin:0 0 16px'): string {
  return `<p style="${style}">${lines(text)}</p>`;
}

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');
