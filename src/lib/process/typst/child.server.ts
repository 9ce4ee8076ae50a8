import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { RenderAnswer, RenderJob } from './protocol.ts';

const MAX_DOCUMENTS = 200;
const MAX_RSS_BYTES = 500_000_000;

/** The process ended, or was stopped, before it answered; the message says why. */
export class DocumentProcessEnded extends Error {}

/**
 * One rendering process, which renders one document at a time. It runs from source, also beside a built server, and
 * does not get the server's environment: it needs none of it, and its documents contain what people typed.
 */
export class DocumentProcess {
  rendered = 0;
  rssBytes = 0;
  #process: ChildProcess;
  #waiting: PromiseWithResolvers<RenderAnswer> | undefined;

  constructor() {
    this.#process = fork(path.resolve('src/lib/process/typst/worker.ts'), {
      cwd: process.cwd(),
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#process.on('message', (answer: RenderAnswer) => this.#answered(answer));
    this.#process.on('error', (error) => this.end(error.message));
    this.#process.on('exit', (code, signal) => this.end(`ended with ${signal ?? code}`));
    this.#mayOutliveNobody();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** It has ended, or has rendered so much that the next document gets a new process. */
  get spent(): boolean {
    return !this.#process.connected || this.rendered >= MAX_DOCUMENTS || this.rssBytes > MAX_RSS_BYTES;
  }

  /** Renders one document; DocumentProcessEnded when that takes longer than `limitMs` or the process ends. */
  async render(job: RenderJob, limitMs: number): Promise<RenderAnswer> {
    const waiting = Promise.withResolvers<RenderAnswer>();
    this.#waiting = waiting;
    this.#process.ref();
    this.#process.channel?.ref();
    const limit = setTimeout(() => this.end(`took longer than ${limitMs} ms`), limitMs);
    try {
      this.#process.send(job, (error) => error && this.end(error.message));
      return await waiting.promise;
    } finally {
      clearTimeout(limit);
      this.#waiting = undefined;
      this.#mayOutliveNobody();
    }
  }

  /** Stops the process at once; the document in progress is refused. It has nothing to save. */
  end(reason: string): void {
    this.#waiting?.reject(new DocumentProcessEnded(reason));
    this.#process.kill('SIGKILL');
  }

  #answered(answer: RenderAnswer): void {
    this.rendered += 1;
    this.rssBytes = answer.rssBytes;
    this.#waiting?.resolve(answer);
  }

  /** An idle rendering process does not keep a script or a test run alive. */
  #mayOutliveNobody(): void {
    this.#process.unref();
    this.#process.channel?.unref();
  }
}
