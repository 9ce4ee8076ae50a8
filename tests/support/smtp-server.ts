import { createServer, type Socket } from 'node:net';

export interface SmtpServer {
  url: string;
  /** Whole messages as they arrived, in order. */
  messages: string[];
  /** Answers a message: '250 taken', or a refusal such as '451 try again later'. */
  answer: (message: string) => string;
  close(): Promise<void>;
}

/** A mail server that takes every mail and keeps it, for tests. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    socket.write('220 test\r\n');
    converse(socket, made);
  });
  const made: SmtpServer = {
    url: '',
    messages: [],
    answer: () => '250 taken',
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  made.url = `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
  return made;
}

function converse(socket: Socket, server: SmtpServer): void {
  let buffer = '';
  let inData = false;
  socket.on('data', (bytes) => {
    buffer += bytes.toString('utf8');
    for (;;) {
      const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + (inData ? 5 : 2));
      if (inData) {
        inData = false;
        const answer = server.answer(part);
        if (answer.startsWith('2')) server.messages.push(part);
        socket.write(`${answer}\r\n`);
      } else {
        inData = /^DATA$/i.test(part);
        socket.write(inData ? '354 go on\r\n' : /^QUIT$/i.test(part) ? '221 bye\r\n' : '250 test\r\n');
      }
    }
  });
}
