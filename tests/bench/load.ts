import { Agent, get } from 'node:http';

export interface Load {
  /** Requests answered in a second. */
  perSecond: number;
  /** Bytes of one answer. */
  bytes: number;
}

/** Requests one address over `clients` connections for `seconds`; every response must be a 200. */
export async function load(
  url: string,
  {
    clients = 8,
    seconds = 5,
    headers = {},
  }: { clients?: number; seconds?: number; headers?: Record<string, string> } = {},
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let answered = 0;
  let bytes = 0;
  const end = performance.now() + seconds * 1000;
  const client = async () => {
    while (performance.now() < end) {
      bytes = await once(url, agent, headers);
      answered += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return { perSecond: answered / ((performance.now() - began) / 1000), bytes };
}

/** Milliseconds of each of `times` requests, one after another. */
export async function times(url: string, count: number, headers: Record<string, string>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const figures: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const began = performance.now();
    await once(url, agent, headers);
    figures.push(performance.now() - began);
  }
  agent.destroy();
  return figures;
}

function once(url: string, agent: Agent, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url} answered ${answer.statusCode}`)),
      );
      answer.on('error', reject);
    }).on('error', reject);
  });
}
