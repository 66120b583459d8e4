import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server on loopback that takes connections and answers as told: by default with nothing, ever. */
export interface MuteServer {
  url: string;
  /** How many requests have begun to arrive. */
  requests: () => number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** `answer` is called with each connection that has sent something. */
export async function startMuteServer(answer: (socket: Socket) => void = () => {}): Promise<MuteServer> {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      if (!chunk.toString('latin1').startsWith('POST ')) return;
      requests += 1;
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
