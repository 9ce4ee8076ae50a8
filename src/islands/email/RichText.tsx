import type Squire from 'squire-rte';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { IconName } from '#lib/values/icons.ts';
import { translateWith } from '../translate-with.ts';
import { Icon } from '../ui/Icon.tsx';
import { notifyForm } from '../ui/offers.ts';
import { plainText } from '../ui/plain-text.ts';
import { addressMeant, cleaned, paragraphs } from './rich-html.ts';

interface Props {
  html: string;
  text: string;
  most: number;
  words: Record<string, string>;
}

interface Tool {
  name: string;
  icon: IconName;
  /** The elements it makes: it is on where the cursor stands in one. */
  makes?: readonly string[];
  set: (editor: Squire) => unknown;
  unset?: (editor: Squire) => unknown;
}

const TOOLS: readonly Tool[] = [
  { name: 'bold', icon: 'bold', makes: ['b', 'strong'], set: (e) => e.bold(), unset: (e) => e.removeBold() },
  { name: 'italic', icon: 'italic', makes: ['i', 'em'], set: (e) => e.italic(), unset: (e) => e.removeItalic() },
  { name: 'list', icon: 'list', makes: ['ul'], set: (e) => e.makeUnorderedList(), unset: (e) => e.removeList() },
  {
    name: 'numbers',
    icon: 'list-ordered',
    makes: ['ol'],
    set: (e) => e.makeOrderedList(),
    unset: (e) => e.removeList(),
  },
  {
    name: 'quote',
    icon: 'text-quote',
    makes: ['blockquote'],
    set: (e) => e.increaseQuoteLevel(),
    unset: (e) => e.decreaseQuoteLevel(),
  },
];
const isOn = (editor: Squire, { makes = [] }: Tool) => makes.some((tag) => editor.hasFormat(tag));

/**
 * The text of a mail: plain text without script, an editor with it. The plain field stays until the editor's own script
 * is there, and gives way to it between two keys: what was typed goes on where it stood.
 */
export default function RichText({ html, text, most, words }: Props) {
  const [before] = useState(() => plainText('body'));
  const plain = useRef<HTMLTextAreaElement>(null);
  const [editor, setEditor] = useState<Beginning>();
  useLayoutEffect(() => {
    if (before.typed !== null) plain.current!.value = before.typed;
  }, []);
  useEffect(() => {
    let isOver = false;
    void import('squire-rte').then(({ default: Editing }) => {
      if (isOver) return;
      const { typed, hasFocus } = plainText('body');
      const { selectionEnd, value } = plain.current!;
      const cursor = hasFocus ? (selectionEnd === value.length ? 'end' : 'start') : null;
      flushSync(() => setEditor({ Editing, html: typed === null ? html : paragraphs(typed), cursor }));
    });
    return () => void (isOver = true);
  }, []);
  if (editor) return <Editor {...editor} words={words} />;
  return (
    <>
      <input type="hidden" name="format" value="text" />
      <textarea
        ref={plain}
        className="textarea draft-text"
        id="body"
        name="body"
        rows={12}
        maxLength={most}
        aria-describedby="body-error"
        defaultValue={text}
      />
    </>
  );
}

/** What the editor begins with. */
interface Beginning {
  Editing: typeof Squire;
  html: string;
  /** Where it stood in the plain field. */
  cursor: 'start' | 'end' | null;
}

/** The HTML is sent in a hidden field; the server sanitizes it. */
function Editor({ Editing, html, words, cursor }: Beginning & { words: Record<string, string> }) {
  const t = translateWith(words);
  const root = useRef<HTMLDivElement>(null);
  const sent = useRef<HTMLInputElement>(null);
  const editor = useRef<Squire>(null);
  const [on, setOn] = useState<readonly string[]>([]);
  const [isLinking, setLinking] = useState(false);

  useLayoutEffect(() => {
    const label = document.querySelector<HTMLElement>('label[for=body]');
    const focus = () => void editor.current?.focus();
    const made = new Editing(root.current!, {
      blockTag: 'P',
      sanitizeToDOMFragment: (pasted: string) => cleaned(pasted),
    });
    editor.current = made;
    made.setHTML(html);
    made.addEventListener('input', () => {
      sent.current!.value = made.getHTML();
      notifyForm(sent.current);
    });
    const look = () => setOn(TOOLS.filter((tool) => isOn(made, tool)).map(({ name }) => name));
    for (const kind of ['pathChange', 'select']) made.addEventListener(kind, look);
    if (cursor) made.focus();
    if (cursor === 'end') made.moveCursorToEnd();
    label?.addEventListener('click', focus);
    return () => {
      label?.removeEventListener('click', focus);
      made.destroy();
    };
  }, []);

  /** The text keeps the cursor. */
  function use(act: (made: Squire) => unknown): void {
    if (!editor.current) return;
    act(editor.current);
    editor.current.focus();
  }

  function link(typed: string): void {
    const address = addressMeant(typed);
    setLinking(false);
    editor.current?.focus();
    if (address) editor.current?.makeLink(address);
  }

  return (
    <>
      <input type="hidden" name="format" value="html" />
      <input ref={sent} type="hidden" name="body" defaultValue={html} />
      <div className="rich">
        <div className="rich-tools" role="toolbar" aria-label={t('email.tools.label')}>
          {TOOLS.map((tool) => (
            <ToolButton
              key={tool.name}
              label={t(`email.tools.${tool.name}`)}
              icon={tool.icon}
              isOn={on.includes(tool.name)}
              onClick={() => use((made) => (isOn(made, tool) ? tool.unset : tool.set)?.(made))}
            />
          ))}
          <ToolButton
            label={t('email.tools.link')}
            icon="link"
            onClick={() =>
              editor.current?.hasFormat('a') ? use((made) => made.removeLink()) : setLinking((is) => !is)
            }
          />
          <ToolButton
            label={t('email.tools.plain')}
            icon="eraser"
            onClick={() => use((made) => made.removeAllFormatting())}
          />
        </div>
        {isLinking && <LinkLine label={t('email.tools.address')} apply={t('common.apply')} onLink={link} />}
        <div
          ref={root}
          id="body"
          className="rich-text mail-body"
          role="textbox"
          aria-multiline="true"
          aria-label={t('email.fields.body')}
          aria-describedby="body-error"
          contentEditable
          suppressContentEditableWarning
        />
      </div>
    </>
  );
}

interface ButtonProps {
  label: string;
  icon: IconName;
  /** Of what is on or off. */
  isOn?: boolean;
  onClick: () => void;
}

function ToolButton({ label, icon, isOn: pressed, onClick }: ButtonProps) {
  return (
    <button
      className="icon-button"
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

function LinkLine({ label, apply, onLink }: { label: string; apply: string; onLink: (typed: string) => void }) {
  const [typed, setTyped] = useState('');
  return (
    <div className="rich-link">
      <input
        className="input"
        type="url"
        aria-label={label}
        placeholder="https://"
        autoFocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onLink(typed);
        }}
      />
      <button className="btn btn-outline btn-small" type="button" onClick={() => onLink(typed)}>
        {apply}
      </button>
    </div>
  );
}
