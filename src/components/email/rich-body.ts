/** The editor replaces the plain text; its content is submitted with the form as HTML, which the server sanitizes. */
import Squire from 'squire-rte';

/** The elements allowed in a mail. */
const KEPT = new Set([
  'P',
  'DIV',
  'BR',
  'B',
  'STRONG',
  'I',
  'EM',
  'U',
  'S',
  'CODE',
  'A',
  'UL',
  'OL',
  'LI',
  'BLOCKQUOTE',
  'PRE',
  'SPAN',
]);
const place = document.querySelector<HTMLElement>('[data-rich]');
const text = document.querySelector<HTMLTextAreaElement>('#body');
if (place && text) begin(place, text);

function begin(rich: HTMLElement, area: HTMLTextAreaElement) {
  const root = rich.querySelector<HTMLElement>('[data-rich-text]')!;
  const first = root.innerHTML;
  const editor = new Squire(root, { blockTag: 'P', sanitizeToDOMFragment: (html: string) => cleaned(html) });
  editor.setHTML(first);
  const format = area.form!.querySelector<HTMLInputElement>('[name=format]')!;
  const tools: Record<string, { on: () => boolean; set: () => unknown; unset: () => unknown }> = {
    bold: {
      on: () => editor.hasFormat('b') || editor.hasFormat('strong'),
      set: () => editor.bold(),
      unset: () => editor.removeBold(),
    },
    italic: {
      on: () => editor.hasFormat('i') || editor.hasFormat('em'),
      set: () => editor.italic(),
      unset: () => editor.removeItalic(),
    },
    list: { on: () => editor.hasFormat('ul'), set: () => editor.makeUnorderedList(), unset: () => editor.removeList() },
    numbers: {
      on: () => editor.hasFormat('ol'),
      set: () => editor.makeOrderedList(),
      unset: () => editor.removeList(),
    },
    quote: {
      on: () => editor.hasFormat('blockquote'),
      set: () => editor.increaseQuoteLevel(),
      unset: () => editor.decreaseQuoteLevel(),
    },
  };

  area.hidden = true;
  area.disabled = false;
  area.removeAttribute('id');
  root.id = 'body';
  rich.hidden = false;
  format.value = 'html';
  area.removeAttribute('maxlength');
  area.value = editor.getHTML();
  document.querySelector<HTMLElement>('label[for=body]')?.addEventListener('click', () => editor.focus());

  editor.addEventListener('input', () => {
    area.value = editor.getHTML();
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
  editor.addEventListener('pathChange', shown);
  editor.addEventListener('select', shown);
  rich.addEventListener('click', ({ target }) => {
    const name = (target as Element).closest<HTMLElement>('[data-tool]')?.dataset.tool;
    if (name === 'link') return link();
    if (name === 'plain') editor.removeAllFormatting();
    else if (name) turn(tools[name]!);
    else if ((target as Element).closest('[data-link-done]')) linked();
    else return;
    shown();
    editor.focus();
  });
  rich.querySelector('[data-link]')!.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key !== 'Enter') return;
    event.preventDefault();
    linked();
  });

  function turn({ on, set, unset }: (typeof tools)[string]) {
    if (on()) unset();
    else set();
  }

  function shown() {
    for (const [name, { on }] of Object.entries(tools))
      rich.querySelector(`[data-tool=${name}]`)!.setAttribute('aria-pressed', String(on()));
  }

  function link() {
    if (editor.hasFormat('a')) return void editor.removeLink().focus();
    const line = rich.querySelector<HTMLElement>('.rich-link')!;
    line.hidden = !line.hidden;
    if (!line.hidden) line.querySelector('input')!.focus();
  }

  function linked() {
    const line = rich.querySelector<HTMLElement>('.rich-link')!;
    const input = line.querySelector('input')!;
    const typed = input.value.trim();
    const address = /^(https?:|mailto:|tel:)/i.test(typed) ? typed : `https://${typed}`;
    line.hidden = true;
    input.value = '';
    editor.focus();
    if (typed && URL.canParse(address)) editor.makeLink(address);
  }
}

/** Pasted content without elements that a mail cannot hold; parsed in a document of its own, which runs nothing. */
function cleaned(html: string): DocumentFragment {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const node of body.querySelectorAll('*')) {
    if (['SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE', 'IFRAME', 'OBJECT'].includes(node.tagName)) node.remove();
    else if (!KEPT.has(node.tagName)) node.replaceWith(...node.childNodes);
    else
      for (const { name } of Array.from(node.attributes))
        if (name !== 'href' || !/^(https?|mailto|tel):/i.test((node as HTMLAnchorElement).href))
          node.removeAttribute(name);
  }
  const fragment = document.createDocumentFragment();
  fragment.append(...[...body.childNodes].map((node) => document.importNode(node, true)));
  return fragment;
}
