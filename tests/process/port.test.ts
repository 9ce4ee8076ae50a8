import { Agent, createServer, get } from 'node:http';
import { expect, test } from 'vitest';
import { choosePort } from '#lib/process/http/port.server.ts';

const WANTED = { host: '127.0.0.1', port: 0 };
const ask = (port: number, agent: Agent | false = false) =>
  new Promise<string>((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent }, (answer) => {
      answer.resume().on('end', () => resolve(`${answer.statusCode}`));
    }).on('error', (error: NodeJS.ErrnoException) => reject(new Error(error.code)));
  });

test('any free port is known by its number before it is opened, and nobody is let in until it is', async () => {
  const port = await choosePort(WANTED);
  expect(port.port).toBeGreaterThan(0);
  await expect(ask(port.port)).rejects.toThrow('ECONNREFUSED');
  await port.open((_, response) => response.end('open'));
  expect(await ask(port.port)).toBe('200');
  await port.close();
  await expect(ask(port.port)).rejects.toThrow('ECONNREFUSED');
});

test('a port that is taken is refused at once', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  await expect(choosePort({ ...WANTED, port })).rejects.toThrow(/is taken by another program/);
  other.close();
});

test('after draining, new connections are refused while one that is open may still send', async () => {
  const port = await choosePort(WANTED);
  await port.open((_, response) => response.end('open'));
  const agent = new Agent({ keepAlive: true });
  await ask(port.port, agent);
  const closing = port.close(100);
  await new Promise((resolve) => setTimeout(resolve, 400));
  await expect(ask(port.port)).rejects.toThrow('ECONNREFUSED');
  expect(await ask(port.port, agent)).toBe('200');
  await closing;
  agent.destroy();
});
