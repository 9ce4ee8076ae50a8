// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import DraftFiles from '#islands/email/DraftFiles.tsx';
import { addressMeant, cleaned, paragraphs } from '#islands/email/rich-html.ts';
import RichText from '#islands/email/RichText.tsx';
import { upload, type Uploaded, type UploadOptions } from '#islands/upload.ts';

// Grace writes to a family: text, and the plan of the garden beside it.
vi.mock('#islands/upload.ts', () => ({ upload: vi.fn() }));
const squire = vi.hoisted(() => ({
  html: '',
  on: [] as string[],
  calls: [] as string[],
  heard: new Map<string, () => void>(),
}));
vi.mock('squire-rte', () => ({
  default: class {
    setHTML = (html: string) => (squire.html = html);
    getHTML = () => squire.html;
    addEventListener = (kind: string, heard: () => void) => squire.heard.set(kind, heard);
    hasFormat = (tag: string) => squire.on.includes(tag);
    focus = () => squire.calls.push('focus');
    moveCursorToEnd = () => squire.calls.push('to the end');
    destroy = () => {};
    bold = () => squire.calls.push('bold');
    removeBold = () => squire.calls.push('removeBold');
    makeLink = (address: string) => squire.calls.push(`link ${address}`);
  },
}));

const words = {
  'email.fields.body': 'Text',
  'email.tools.bold': 'Bold',
  'email.tools.link': 'Link',
  'email.tools.address': 'Address',
  'common.apply': 'Apply',
  'common.cancel': 'Cancel',
  'common.chooseFiles': 'Choose files',
  'refusals.file-too-large': 'The file is larger than 20 MB.',
  'records.files.failed': 'The file was not sent.',
};
const body = (typed?: string) => {
  const element = <RichText html="<p>Dear Mdm Tan</p>" text="Dear Mdm Tan" most={1000} words={words} />;
  const holder = document.createElement('form');
  holder.innerHTML = renderToString(element);
  document.body.append(holder);
  if (typed !== undefined) holder.querySelector('textarea')!.value = typed;
  return { holder, begin: () => act(async () => void render(element, { container: holder, hydrate: true })) };
};
const sent = (form: HTMLElement, name: string) => new FormData(form as HTMLFormElement).getAll(name);

beforeEach(() => Object.assign(squire, { html: '', on: [], calls: [] }));
afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
  vi.mocked(upload).mockReset();
});

test('without script the text is plain, and with it an editor of the same text', async () => {
  const { holder, begin } = body();
  expect(sent(holder, 'body')).toEqual(['Dear Mdm Tan']);
  expect(sent(holder, 'format')).toEqual(['text']);
  await begin();
  await vi.waitFor(() => expect(squire.html).toBe('<p>Dear Mdm Tan</p>'));
  expect(sent(holder, 'body')).toEqual(['<p>Dear Mdm Tan</p>']);
  expect(sent(holder, 'format')).toEqual(['html']);
});

test('what Grace typed before the script came stands in the editor', async () => {
  const { begin } = body('Dear Mdm Tan,\n\nthe plan <enclosed>');
  await begin();
  await vi.waitFor(() => expect(squire.html).toBe('<p>Dear Mdm Tan,</p><p><br></p><p>the plan &lt;enclosed&gt;</p>'));
});

test('what Grace types while the editor is fetched goes on in it, at the end', async () => {
  const { holder, begin } = body();
  const field = holder.querySelector('textarea')!;
  field.focus();
  field.value = 'Th';
  const begun = begin();
  field.value = 'Three cars';
  field.setSelectionRange(10, 10);
  await begun;
  await vi.waitFor(() => expect(squire.html).toBe('<p>Three cars</p>'));
  expect(squire.calls).toEqual(['focus', 'to the end']);
});

test('a tool is pressed where the cursor stands in what it makes, and then takes it away', async () => {
  const { holder, begin } = body();
  await begin();
  await vi.waitFor(() => expect(squire.heard.has('select')).toBe(true));
  const bold = screen.getByRole('button', { name: 'Bold' });
  fireEvent.click(bold);
  squire.on = ['b'];
  act(() => squire.heard.get('select')!());
  expect(bold.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(bold);
  expect(squire.calls).toEqual(['bold', 'focus', 'removeBold', 'focus']);

  fireEvent.click(screen.getByRole('button', { name: 'Link' }));
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'garden.example/plan' } });
  fireEvent.keyDown(screen.getByLabelText('Address'), { key: 'Enter' });
  expect(squire.calls.at(-1)).toBe('link https://garden.example/plan');
  expect(screen.queryByLabelText('Address')).toBeNull();

  squire.html = '<p><b>Dear Mdm Tan</b></p>';
  const noticed = vi.fn();
  holder.addEventListener('input', noticed);
  act(() => squire.heard.get('input')!());
  expect(sent(holder, 'body')).toEqual(['<p><b>Dear Mdm Tan</b></p>']);
  expect(noticed).toHaveBeenCalled();
});

test('pasted content loses what a mail cannot hold, and an address is completed or refused', () => {
  const holder = document.createElement('div');
  holder.append(
    cleaned(
      '<h1 style="color:red">Plan</h1><p onclick="x()">of <a href="javascript:x()">it</a><script>x()</script></p>',
    ),
  );
  expect(holder.innerHTML).toBe('Plan<p>of <a>it</a></p>');
  expect(paragraphs('a\nb')).toBe('<p>a</p><p>b</p>');
  expect(addressMeant(' garden.example ')).toBe('https://garden.example');
  expect(addressMeant('mailto:grace@garden.example')).toBe('mailto:grace@garden.example');
  expect(addressMeant('  ')).toBeNull();
});

const files = () =>
  render(
    <form>
      <DraftFiles files={[{ fileName: '1-old.pdf', name: 'old.pdf', size: '1 KB' }]} accept=".pdf" words={words} />
    </form>,
  ).container.querySelector('form')!;
const plan = new File(['plan'], 'plan.pdf', { type: 'application/pdf' });
const choose = (file: File) =>
  act(async () => void fireEvent.change(screen.getByLabelText('Choose files'), { target: { files: [file] } }));

test('a chosen file shows its progress, and is an attachment of the mail when it has come', async () => {
  let told: UploadOptions = {};
  let come: (file: Uploaded) => void;
  vi.mocked(upload).mockImplementation((_, options) => {
    told = options!;
    return new Promise((resolve) => (come = resolve));
  });
  const form = files();
  await choose(plan);
  act(() => told.progress!(0.5));
  expect(form.querySelector('progress')!.value).toBe(0.5);
  await act(async () => come({ fileName: '2-plan.pdf', fileUrl: '', upload: true }));
  expect(form.querySelector('progress')).toBeNull();
  expect(sent(form, 'attachments')).toEqual(['1-old.pdf', '2-plan.pdf']);
});

test('a file that is too large or was refused is named with the reason, one that was given up is not', async () => {
  const form = files();
  const large = new File(['x'], 'film.mp4');
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 });
  await choose(large);
  expect(form.textContent).toContain('film.mp4: The file is larger than 20 MB.');
  expect(upload).not.toHaveBeenCalled();

  vi.mocked(upload).mockImplementation(async (_, options) => {
    options!.refused!('The file holds a virus.');
    return null;
  });
  await choose(plan);
  expect(form.textContent).toContain('plan.pdf: The file holds a virus.');

  vi.mocked(upload).mockImplementation(
    (_, options) => new Promise((resolve) => options!.signal!.addEventListener('abort', () => resolve(null))),
  );
  await choose(plan);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })));
  expect(form.textContent).not.toContain('plan.pdf');
  expect(sent(form, 'attachments')).toEqual(['1-old.pdf']);
});
