/**
 * The command palette: pages, records, what can be created, the acts of the record on the page, display settings.
 * Nothing is decided here: acts are the page's own buttons, records come from the search with the person's rights.
 */
import { searchPath } from '#lib/records/paths.ts';
import { callOf } from '#lib/values/paths.ts';
import { api } from '../api.ts';
import { actsOfPage, languages, looks, pagesOfMenu, type Command } from './palette-commands.ts';
import { draw } from './palette-list.ts';
import { sectionsOf, type Answer, type Offered } from './palette-sections.ts';
import css from './palette.css?inline';

const AFTER_TYPING_MS = 120;

const template = document.getElementById('palette') as HTMLTemplateElement;
const words = JSON.parse(template.dataset.words!) as Record<string, string>;
const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets.push(sheet);
document.body.append(template.content.cloneNode(true));
const dialog = document.querySelector<HTMLDialogElement>('dialog.palette')!;
const input = dialog.querySelector('input')!;
const list = dialog.querySelector<HTMLElement>('[role=listbox]')!;
const statusLine = dialog.querySelector<HTMLElement>('.palette-said')!;
const status = dialog.querySelector<HTMLElement>('[role=status]')!;

let acts: Command[] = [];
let commands: Command[] = [];
let offered: Offered | undefined;
let offering: Promise<void> | undefined;
let answer: Answer | null | undefined;
let asking: AbortController | undefined;
/** What was asked last, and its end: the answer is there, or something else was asked. */
let asked: { q: string; isSent: boolean; done: Promise<void> } | undefined;
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

/** Opens it with what was typed already: while it was loading (up to an Enter, a line feed), or in the bar's field. */
export function open(given = ''): void {
  if (dialog.open) return;
  const [typed = '', ...entered] = given.split('\n');
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
    offering = api<Offered>(callOf(searchPath.commands)).then(
      (found) => {
        offered = found;
        show();
      },
      () => {},
    );
  if (entered.length > 0) input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
}

function ask(after: number): void {
  clearTimeout(timer);
  asking?.abort();
  isOwnChoice = false;
  answer = undefined;
  show();
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const now = { q: input.value, isSent: false, done };
  asked = now;
  timer = window.setTimeout(async () => {
    now.isSent = true;
    asking = new AbortController();
    const { signal } = asking;
    const found = await api<Answer>(callOf(searchPath.api(now.q)), { signal }).catch(() => null);
    if (asked === now) answer = found;
    if (asked === now) show();
    resolve();
  }, after);
}

/**
 * Enter means what was typed, however fast. A choice of one's own and a command found by its words are there at once; for
 * a number, or where nothing is found yet, the answer is awaited. What is typed meanwhile takes the Enter back.
 */
async function enter(event: KeyboardEvent): Promise<void> {
  const q = input.value;
  // What can be created may still be loading, and be meant.
  await offering;
  const isKnown = isOwnChoice || (chosen >= 0 && !/\d/.test(q));
  if (!isKnown && q.trim() !== '' && answer === undefined) {
    if (!asked?.isSent) ask(0);
    await asked!.done;
  }
  if (dialog.open && input.value === q) run(isKnown || answer ? (options()[chosen] ?? null) : null, event);
}

function show(): void {
  const q = input.value.trim();
  const before = options()[chosen]?.dataset.key;
  draw(list, sectionsOf(q, { acts, commands, offered, answer, words, again: () => ask(0) }), template.dataset.sprite!);
  const all = options();
  const sameIndex = isOwnChoice ? all.findIndex(({ dataset }) => dataset.key === before) : -1;
  choose(sameIndex >= 0 ? sameIndex : q !== '' && all.length > 0 ? 0 : -1, isOwnChoice);
  const text = statusText(q, all.length);
  statusLine.hidden = text === '' || (answer === undefined && all.length > 0);
  statusLine.textContent = text;
  list.ariaBusy = String(answer === undefined);
  status.textContent =
    answer === undefined
      ? ''
      : text || words[all.length === 1 ? 'count_one' : 'count_other']!.replace('{count}', String(all.length));
}

/** The line below the results. */
function statusText(q: string, count: number): string {
  if (answer === undefined) return words.loading!;
  if (answer === null) return words.failed!;
  const { meant, groups, recent, exact } = answer;
  if (meant) return words.meant!.replace('{words}', () => q).replace('{meant}', () => meant);
  return groups.length + recent.length === 0 && !exact && count <= 1 && q !== ''
    ? words.none!.replace('{words}', () => q)
    : '';
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
  else if (event.key === 'Enter') void enter(event);
  else return;
  event.preventDefault();
}

/** Enter without a result, or without an answer, goes to the search page. */
function run(option: HTMLElement | null, event: KeyboardEvent | MouseEvent): void {
  if (!option && event.type === 'click') return;
  const q = input.value.trim();
  const item = option && (option as HTMLElement & { command: Command }).command;
  if (!item) return void (q !== '' && location.assign(searchPath.of(q)));
  const isElsewhere = event.ctrlKey || event.metaKey;
  if (item.href && event.type === 'click') return;
  if (!item.stays) dialog.close();
  if (item.href && isElsewhere) window.open(item.href);
  else if (item.href) location.assign(item.href);
  else item.run!();
}
