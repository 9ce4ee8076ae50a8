/**
 * The command palette: pages, records, what can be made, the acts of the record on the page, the look of the page.
 * Nothing here decides anything: acts are the page's own buttons, records come from the search with the person's rights.
 */
import { farness, folded } from '#lib/kernel/near-word.ts';
import { actsOfPage, languages, looks, pagesOfMenu, type Command } from './palette-commands.ts';
import { draw, type Section } from './palette-list.ts';
import css from './palette.css?inline';

interface Item {
  title: string;
  facts: string;
  kind: string;
  statusText: string;
  href: string;
}
interface Answer {
  meant: string | null;
  exact: Item | null;
  recent: Item[];
  groups: { label: string; href: string; total: number | null; totalText: string | null; items: Item[] }[];
}
interface Offered {
  create: { label: string; kind: string; href: string }[];
  views: { label: string; href: string }[];
}

const AFTER_TYPING_MS = 120;
const MOST_OF_A_KIND = 6;
const MOST_RECENT = 8;

const template = document.getElementById('palette') as HTMLTemplateElement;
const words = JSON.parse(template.dataset.words!) as Record<string, string>;
const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets.push(sheet);
document.body.append(template.content.cloneNode(true));
const dialog = document.querySelector<HTMLDialogElement>('dialog.palette')!;
const input = dialog.querySelector('input')!;
const list = dialog.querySelector<HTMLElement>('[role=listbox]')!;
const said = dialog.querySelector<HTMLElement>('.palette-said')!;
const status = dialog.querySelector<HTMLElement>('[role=status]')!;

let acts: Command[] = [];
let commands: Command[] = [];
let offered: Offered | undefined;
let offering: Promise<void> | undefined;
let answer: Answer | null | undefined;
let asking: AbortController | undefined;
let timer = 0;
let chosen = -1;
let isOwnChoice = false;

input.addEventListener('input', () => ask(AFTER_TYPING_MS));
input.addEventListener('keydown', onKey);
list.addEventListener('click', (event) => run((event.target as Element).closest<HTMLElement>('[role=option]'), event));
list.addEventListener('pointermove', ({ target }) =>
  choose(options().indexOf((target as Element).closest<HTMLElement>('[role=option]')!), false),
);
dialog.querySelector('button')!.onclick = () => dialog.close();
dialog.addEventListener('close', () => asking?.abort());

/** Opens it with what was typed already: since it was asked for, or into the bar's field. */
export function open(typed = ''): void {
  if (dialog.open) return;
  const field = document.querySelector<HTMLInputElement>('.bar-search input');
  input.value = (field?.value ?? '') + typed;
  if (field) field.value = '';
  acts = actsOfPage(words.page!);
  commands = [...pagesOfMenu(words.go!), ...looks(words), ...languages(words.look!)];
  answer = undefined;
  dialog.showModal();
  input.focus();
  ask(0);
  if (!offered)
    offering = get<Offered>('/api/search/commands').then(
      (found) => {
        offered = found;
        show();
      },
      () => {},
    );
}

function ask(after: number): void {
  clearTimeout(timer);
  asking?.abort();
  isOwnChoice = false;
  answer = undefined;
  show();
  timer = window.setTimeout(async () => {
    asking = new AbortController();
    const { signal } = asking;
    const found = await get<Answer>(`/api/search?${new URLSearchParams({ q: input.value })}`, signal).catch(() => null);
    if (signal.aborted) return;
    answer = found;
    show();
  }, after);
}

async function get<T>(address: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(address, signal ? { signal } : {});
  // The session has ended: the page itself knows the way to sign in and back.
  if (response.status === 401) location.reload();
  if (!response.ok) throw new Error(address);
  return (await response.json()) as T;
}

function show(): void {
  const q = input.value.trim();
  const before = options()[chosen]?.dataset.key;
  draw(list, sections(q), template.dataset.sprite!);
  const all = options();
  const kept = isOwnChoice ? all.findIndex(({ dataset }) => dataset.key === before) : -1;
  choose(kept >= 0 ? kept : q !== '' && all.length > 0 ? 0 : -1, isOwnChoice);
  const text = toldOf(q, all.length);
  said.hidden = text === '' || (answer === undefined && all.length > 0);
  said.textContent = text;
  list.ariaBusy = String(answer === undefined);
  status.textContent =
    answer === undefined
      ? ''
      : text || words[all.length === 1 ? 'count_one' : 'count_other']!.replace('{count}', String(all.length));
}

/** What is said below the results. */
function toldOf(q: string, count: number): string {
  if (answer === undefined) return words.loading!;
  if (answer === null) return words.failed!;
  const { meant, groups, recent, exact } = answer;
  if (meant) return words.meant!.replace('{words}', () => q).replace('{meant}', () => meant);
  return groups.length + recent.length === 0 && !exact && count <= 1 && q !== ''
    ? words.none!.replace('{words}', () => q)
    : '';
}

function sections(q: string): Section[] {
  const matching = matches(q);
  const made: Command[] = (offered?.create ?? [])
    .map(({ label, kind, href }) => ({ group: words.create!, title: label, mark: kind, icon: 'plus', href }))
    .filter(({ title }) => !acts.some((act) => act.title === title));
  const views: Command[] = (offered?.views ?? []).map(({ label, href }) => ({
    group: words.views!,
    title: label,
    icon: 'bookmark',
    href,
  }));
  const local = [
    ...acts,
    ...made,
    ...commands.filter(({ byWords }) => q !== '' || !byWords),
    ...(q === '' ? [] : views),
  ]
    .filter(({ title, detail, mark, group }) => matching(`${group} ${mark ?? ''} ${detail ?? ''} ${title}`))
    .toSorted((a, b) => farness(a.title, q) - farness(b.title, q));
  const names = [...new Set(local.map(({ group }) => group))];
  const record = ({ title, facts, kind, statusText, href }: Item): Command => ({
    group: '',
    title,
    detail: [facts, statusText].filter(Boolean).join(', '),
    mark: kind,
    icon: 'file-text',
    href,
  });
  return [
    ...(answer?.exact ? [{ label: words.exact!, items: [record(answer.exact)] }] : []),
    ...(answer?.recent.length
      ? [
          {
            label: words.recent!,
            items: answer.recent.slice(0, MOST_RECENT).map((item) => ({ ...record(item), icon: 'history' })),
          },
        ]
      : []),
    ...names.map((label) => ({
      label,
      items: local.filter(({ group }) => group === label).slice(0, q === '' ? 50 : MOST_OF_A_KIND),
    })),
    ...(answer?.groups ?? []).map(({ label, href, total, totalText, items }) => ({
      label,
      items: [
        ...items.map(record),
        ...(total === items.length
          ? []
          : [
              {
                group: '',
                title: words
                  .inList!.replace('{number}', totalText ?? '')
                  .replace('{list}', label)
                  .trim(),
                icon: 'arrow-right',
                href,
              },
            ]),
      ],
    })),
    ...(q === ''
      ? []
      : [
          {
            label: '',
            items: [
              {
                group: '',
                title: words.all!.replace('{words}', () => q),
                icon: 'search',
                href: `/search?${new URLSearchParams({ q })}&all=`,
              },
            ],
          },
        ]),
    ...(answer === null
      ? [{ label: '', items: [{ group: '', title: words.again!, icon: 'refresh-cw', run: () => ask(0), stays: true }] }]
      : []),
  ];
}

/** Every word somewhere, small letters and without accents. */
function matches(q: string): (text: string) => boolean {
  const asked = folded(q).split(/\s+/).filter(Boolean);
  return (text) => asked.every((word) => folded(text).includes(word));
}

function options(): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role=option]')];
}

function choose(index: number, isOwn = true): void {
  if (index < -1) return;
  isOwnChoice = isOwn;
  options().forEach((option, place) => option.setAttribute('aria-selected', String(place === index)));
  chosen = index;
  const option = options()[index];
  if (!option) return input.removeAttribute('aria-activedescendant');
  input.setAttribute('aria-activedescendant', option.id);
  if (isOwn) option.scrollIntoView({ block: 'nearest' });
}

function onKey(event: KeyboardEvent): void {
  const count = options().length;
  const to = {
    ArrowDown: (chosen + 1) % count,
    ArrowUp: (Math.max(chosen, 0) + count - 1) % count,
    PageDown: Math.min(count - 1, chosen + 8),
    PageUp: Math.max(0, chosen - 8),
  }[event.key];
  if (event.isComposing) return;
  if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
    event.stopPropagation();
    dialog.close();
    return event.preventDefault();
  }
  if (to !== undefined && count > 0) choose(to);
  // What can be made may still be on its way, and be meant.
  else if (event.key === 'Enter') void offering!.then(() => dialog.open && run(options()[chosen] ?? null, event));
  else return;
  event.preventDefault();
}

/** Enter before the answer has come goes to the search page, which finds the same. */
function run(option: HTMLElement | null, event: KeyboardEvent | MouseEvent): void {
  if (!option && event.type === 'click') return;
  const q = input.value.trim();
  const item = option && (option as HTMLElement & { command: Command }).command;
  if (!item) return void (q !== '' && location.assign(`/search?${new URLSearchParams({ q })}`));
  const isElsewhere = event.ctrlKey || event.metaKey;
  if (item.href && event.type === 'click') return;
  if (!item.stays) dialog.close();
  if (item.href && isElsewhere) window.open(item.href);
  else if (item.href) location.assign(item.href);
  else item.run!();
}
