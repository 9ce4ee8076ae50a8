import { Agent, createServer, get } from 'node:http';
import { Worker } from 'node:worker_threads';
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

/** Four clients in a thread of their own, each with a new connection for each request, until all are refused. */
const CLIENTS = `
const { parentPort, workerData: port } = require('node:worker_threads');
const { get } = require('node:http');
const ask = () => new Promise((resolve) => {
  get({ host: '127.0.0.1', port, agent: false }, (answer) => answer.resume().on('end', () => resolve('answered')))
    .on('error', (error) => resolve(error.code));
});
const client = async () => {
  for (;;) {
    const got = await ask();
    if (got !== 'answered') return got;
  }
};
Promise.all([1, 2, 3, 4].map(client)).then((ends) => parentPort.postMessage(ends));
`;

test('a busy process that closes after draining refuses connections or answers them, and resets none', async () => {
  const ends: string[] = [];
  for (let times = 0; times < 10; times += 1) {
    const port = await choosePort(WANTED);
    await port.open((_, response) => {
      const until = performance.now() + 3;
      while (performance.now() < until);
      response.setHeader('connection', 'close').end('busy');
    });
    const clients = new Worker(CLIENTS, { eval: true, workerData: port.port });
    const ended = new Promise<string[]>((resolve) => clients.once('message', resolve));
    await port.close(100);
    ends.push(...(await ended));
    await clients.terminate();
  }
  expect(ends.filter((end) => end !== 'ECONNREFUSED')).toEqual([]);
});
