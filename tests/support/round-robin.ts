import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';

export interface RoundRobin {
  port: number;
  /** Ports of the processes that say that they are ready. */
  ready(): number[];
  /** Asks all of them anew which are ready. */
  look(): Promise<void>;
  close(): Promise<void>;
}

const LOOK_MS = 200;

/**
 * A proxy as one stands in front of several processes: it keeps connections, asks each whether it is ready, gives every
 * request to the next that is, says who asked, and tries another one where a process is gone before it has answered.
 */
export async function startRoundRobin(upstreams: readonly number[], listenOn = 0): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<number>();
  let turn = 0;

  const look = async () => {
    await Promise.all(
      upstreams.map(async (port) => {
        const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) })
          .then(async (answer) => (await answer.text(), answer.ok))
          .catch(() => false);
        if (isReady) ready.add(port);
        else ready.delete(port);
      }),
    );
  };
  const looking = setInterval(() => void look(), LOOK_MS);

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => pass(incoming, outgoing, Buffer.concat(chunks), new Set()));
  });

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, tried: Set<number>): void {
    const choice = [...ready].filter((port) => !tried.has(port));
    const port = choice[(turn += 1) % choice.length];
    if (port === undefined) return void outgoing.writeHead(502).end('no process is ready');
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress,
      'x-forwarded-proto': 'http',
      'x-upstream': String(port),
    };
    const asking = ask(
      { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers, agent },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, { ...answer.headers, 'x-upstream': String(port) });
        answer.on('error', () => outgoing.destroy()).pipe(outgoing);
      },
    );
    asking.on('error', (error: NodeJS.ErrnoException) => {
      const isSafe = error.code === 'ECONNREFUSED' || incoming.method === 'GET';
      if (outgoing.headersSent || !isSafe)
        return void (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(error.message));
      pass(incoming, outgoing, body, tried.add(port));
    });
    asking.end(body);
  }

  await new Promise<void>((resolve) => server.listen(listenOn, '127.0.0.1', resolve));
  await look();
  return {
    port: (server.address() as { port: number }).port,
    ready: () => [...ready],
    look,
    close: () =>
      new Promise((resolve) => {
        clearInterval(looking);
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
