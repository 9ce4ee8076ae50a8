import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { extractText, getMeta } from 'unpdf';
import { afterAll, describe, expect, test } from 'vitest';
import { DocumentProcess, DocumentProcessEnded } from '#lib/process/typst/child.server.ts';
import { documentProcess, renderDocument, stopDocuments } from '#lib/process/typst/renderer.server.ts';
import { approval, line, prf } from '#tests/support/prf.ts';

const PRF = 'documents/prints/standard.typ';

afterAll(stopDocuments);

describe('what stands on a purchase request form', () => {
  test('the numbers, people and names Hannah Lim sees on her screen', async () => {
    const { text } = await printed(prf());
    for (const value of [
      '18,640.09',
      '15,800.00',
      '1,539.09',
      'PR-SWG-2026-00412',
      '静水园',
      '福成石业',
      'Marie Lau',
    ]) {
      expect(text).toContain(value);
    }
    expect(text).toContain('for Priya Menon, Purchasing manager');
    expect(text).not.toContain('Purchasing officer');
    expect(text).toContain('7K4M-QX2P-93TD');
    expect(text).toContain('Page 1 of 1');
  });

  test('a Tamil requester keeps his name', async () => {
    const facts = [{ label: 'Requested by', value: 'தமிழ் செல்வன்' }, ...prf().facts.slice(1)];
    expect(withoutRepeats((await printed(prf({ facts }))).text)).toContain('தமிழ் செல்வன்');
  });

  test('what people type is printed as they typed it, never run', async () => {
    const item = '#panic("x") *bold* _slanted_ $x$ @nowhere <b> // gone?';
    const specification = '= Heading\n- #read("/etc/passwd")';
    const { text } = await printed(prf({ lines: [line(1, { item, specification })] }));
    expect(text).toContain(item);
    expect(text).toContain('= Heading');
    expect(text).toContain('#read("/etc/passwd")');
  });

  test('sixty lines fill several pages, each with the head of the table and its page number', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => line(index + 1, { specification: 'Four studs, backing' }));
    const { document, pages } = await printed(prf({ lines }));
    expect(document.pages).toBe(pages.length);
    expect(pages.length).toBe(4);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Item and specification');
      expect(page).toContain(`Page ${index + 1} of 4`);
      expect(page).toContain('PR-SWG-2026-00412');
    }
    expect(pages.slice(0, -1).join()).not.toContain('18,640.09');
    expect(pages.at(-1)).toContain('18,640.09');
  });

  test('the totals never stand on a page without a line', async () => {
    for (const count of [19, 20, 21, 22]) {
      const { pages } = await printed(prf({ lines: Array.from({ length: count }, (_, index) => line(index + 1)) }));
      expect(pages.find((page) => page.includes('18,640.09'))).toContain('Bronze fixing set');
    }
  });

  test('a draft says so, has nobody who approved it and nothing to check', async () => {
    const { given: _given, ...words } = prf().approvals;
    const draft = prf({ number: '', watermark: 'Draft', check: undefined, approvals: { ...words, given: [] } });
    const { text } = await printed(draft, { draft: true });
    expect(text).toContain('DRAFT');
    expect(text).toContain('No one has approved this request yet.');
    expect(text).not.toContain('7K4M');
    expect((await printed(prf())).text).not.toContain('DRAFT');
  });

  test('a signature is printed when the person allows it, and only on her own document', async () => {
    const unsigned = { name: 'Daniel Koh', role: 'Department head', at: '20/11/2026 04:12pm' };
    const with_ = (given: typeof unsigned) => prf({ approvals: { ...prf().approvals, given: [given] } });
    const signed = approval('Daniel Koh', 'Department head', '20/11/2026 04:12pm', 9);
    const before = await renderDocument(PRF, with_(unsigned));
    expect((await renderDocument(PRF, with_(signed))).bytes.length).toBeGreaterThan(before.bytes.length + 300);
    expect((await renderDocument(PRF, with_(unsigned))).bytes.length).toBeLessThan(before.bytes.length + 100);
  });
});

describe('the file', () => {
  test('of one person does not wait for all that another has asked for before', async () => {
    const done: string[] = [];
    const asked = async (asker: string) => {
      await renderDocument(PRF, prf(), { draft: true, asker });
      done.push(asker);
    };
    await Promise.all([...Array.from({ length: 5 }, () => asked('Hannah')), asked('Farid')]);
    expect(done).toEqual(['Hannah', 'Farid', 'Hannah', 'Hannah', 'Hannah', 'Hannah']);
  });

  test('comes with its hash and says what it is', async () => {
    const document = await renderDocument(PRF, prf());
    expect(document.sha256).toBe(createHash('sha256').update(document.bytes).digest('hex'));
    const { info } = await getMeta(Uint8Array.from(document.bytes));
    expect(info.Title).toBe('Purchase request form PR-SWG-2026-00412');
  });

  test('is tagged for screen readers when it is stored, and not when it is a draft', async () => {
    const tagged = async (options?: { draft: boolean }) =>
      Buffer.from((await renderDocument(PRF, prf(), options)).bytes).includes('/StructTreeRoot');
    expect(await tagged()).toBe(true);
    expect(await tagged({ draft: true })).toBe(false);
  });

  test('a character no font has refuses the document and names the text; the draft shows a box', async () => {
    const data = prf({ lines: [line(1), line(2, { item: 'Flowers 💐 for the service' })] });
    await expect(renderDocument(PRF, data)).rejects.toMatchObject({
      code: 'document-missing-glyph',
      status: 422,
      details: { params: { glyphs: '💐', text: 'Flowers 💐 for the service' } },
    });
    expect((await printed(data, { draft: true })).text).toContain('for the service');
  });

  test('of a long text only the part around the character is named', async () => {
    const value = `${'words before '.repeat(20)}\u{e000}${' words after'.repeat(20)}`;
    const refusal = await renderDocument(PRF, prf({ texts: [{ label: 'Purpose', value }] })).catch((error) => error);
    expect(refusal.details.params.text).toHaveLength(60);
    expect(refusal.details.params.text).toContain('\u{e000}');
  });

  test('a template that does not exist, or lies outside the templates, is an error', async () => {
    await expect(renderDocument('purchasing/nothing.typ', {})).rejects.toThrow('nothing.typ does not render');
    await expect(renderDocument('../../package.json', {})).rejects.toThrow('does not render');
  });
});

describe('the document process', () => {
  const long = prf({ lines: Array.from({ length: 4000 }, (_, index) => line(index + 1)) });

  test('killed in the middle: that document is refused, the next one is rendered', async () => {
    await renderDocument(PRF, prf());
    const killed = documentProcess()?.pid;
    const interrupted = renderDocument(PRF, long);
    const next = renderDocument(PRF, prf());
    await Promise.all([
      expect(interrupted).rejects.toMatchObject({ code: 'document-unavailable', status: 503 }),
      wait(20).then(() => process.kill(killed!, 'SIGKILL')),
    ]);
    expect((await next).pages).toBe(1);
    expect(documentProcess()?.pid).not.toBe(killed);
  });

  test('a document that takes too long is ended', async () => {
    const child = new DocumentProcess();
    await expect(child.render({ template: PRF, data: long, tagged: true }, 50)).rejects.toThrow(DocumentProcessEnded);
    await expect.poll(() => child.spent).toBe(true);
  });

  test('stopped: what waits is refused', async () => {
    const running = renderDocument(PRF, long);
    const waiting = renderDocument(PRF, prf());
    const refused = [running, waiting].map((document) =>
      expect(document).rejects.toMatchObject({ code: 'document-unavailable' }),
    );
    await wait(20);
    stopDocuments();
    await Promise.all(refused);
    expect(documentProcess()).toBeUndefined();
  });

  test('stays under 600 MB over two hundred documents and is then replaced', { timeout: 60_000 }, async () => {
    stopDocuments();
    const processes = new Set<number | undefined>();
    let largest = 0;
    for (let number = 1; number <= 201; number += 1) {
      await renderDocument(PRF, prf({ number: `PR-SWG-2026-${number}` }));
      processes.add(documentProcess()?.pid);
      largest = Math.max(largest, documentProcess()?.rssBytes ?? 0);
    }
    expect(largest).toBeLessThan(600_000_000);
    expect(processes.size).toBe(2);
  });
});

async function printed(data: unknown, options?: { draft: boolean }) {
  const document = await renderDocument(PRF, data, options);
  const { text: pages } = await extractText(Uint8Array.from(document.bytes), { mergePages: false });
  return { document, pages, text: pages.join('\n') };
}

/** pdf.js repeats a letter that two glyphs draw, because it does not read the ActualText which says so. */
function withoutRepeats(text: string): string {
  const letters = Array.from(new Intl.Segmenter('ta').segment(text), ({ segment }) => segment);
  return letters.filter((letter, index) => letter.length === 1 || letter !== letters[index - 1]).join('');
}
