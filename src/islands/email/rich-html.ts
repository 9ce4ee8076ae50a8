/** The HTML of a mail in the browser: what may be pasted, and plain text as paragraphs. */

/** The elements allowed in a mail; the server cleans by rules of its own (lib/email/rich-text.server.ts). */
const ALLOWED = new Set('P DIV BR B STRONG I EM U S CODE A UL OL LI BLOCKQUOTE PRE SPAN'.split(' '));
const WITHOUT_CONTENT = ['SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE', 'IFRAME', 'OBJECT'];

/** Pasted content without elements that a mail cannot hold; parsed in a document of its own, which runs nothing. */
export function cleaned(html: string): DocumentFragment {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const node of body.querySelectorAll('*')) {
    if (WITHOUT_CONTENT.includes(node.tagName)) node.remove();
    else if (!ALLOWED.has(node.tagName)) node.replaceWith(...node.childNodes);
    else
      for (const { name } of Array.from(node.attributes))
        if (name !== 'href' || !/^(https?|mailto|tel):/i.test((node as HTMLAnchorElement).href))
          node.removeAttribute(name);
  }
  const fragment = document.createDocumentFragment();
  fragment.append(...[...body.childNodes].map((node) => document.importNode(node, true)));
  return fragment;
}

/** Plain text as paragraphs, one for each line. */
export function paragraphs(text: string): string {
  const holder = document.createElement('div');
  for (const line of text.split('\n')) {
    const paragraph = document.createElement('p');
    if (line) paragraph.textContent = line;
    else paragraph.append(document.createElement('br'));
    holder.append(paragraph);
  }
  return holder.innerHTML;
}

/** The address that a person means by what they typed; null for none. */
export function addressMeant(typed: string): string | null {
  const words = typed.trim();
  const address = /^(https?:|mailto:|tel:)/i.test(words) ? words : `https://${words}`;
  return words && URL.canParse(address) ? address : null;
}
