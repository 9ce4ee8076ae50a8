import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { requestListener, type PageHandler } from '#lib/process/http/server.server.ts';

// A page breaks after half of it has been sent, as Astro reports it: a last word, and the end in its callback.
let server: Server | undefined;
const clientFolder = mkdtempSync(join(tmpdir(), 'garden-client-'));
afterEach(() => server?.close());
afterAll(() => rmSync(clientFolder, { recursive: true }));

async function origin(pages: PageHandler): Promise<string> {
  server = createServer(requestListener({ pages, clientFolder, notReady: async () => null, isClosing: () => false }));
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

for (const encoding of ['gzip', 'identity'])
  test(`an answer that breaks in the middle ends at once (${encoding})`, async () => {
    const address = await origin((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<h1>Half of a page</h1>'.repeat(200));
      response.write('Internal server error', () => response.destroy());
    });
    const headers = { 'accept-encoding': encoding };
    const read = fetch(`${address}/directory/teams`, { headers }).then((answer) => answer.text());
    await expect(read).rejects.toThrow();
  });

test('a whole answer comes whole', async () => {
  const address = await origin((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<h1>A page</h1>', 'utf8');
    response.end('<p>Its end</p>');
  });
  expect(await (await fetch(`${address}/directory/teams`)).text()).toBe('<h1>A page</h1><p>Its end</p>');
});
