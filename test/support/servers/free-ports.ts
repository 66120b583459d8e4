import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** A server of nothing on a port of this machine; undefined where that is taken. */
export async function occupy(port: number): Promise<Server | undefined> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  } catch {
    return undefined;
  }
}

/** The first of so many free ports in a row, between 20,000 and 30,000: the system gives none of them away by itself. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * (10_000 - count));
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const servers = await Promise.all(ports.map(occupy));
    await Promise.all(servers.map((server) => server && new Promise((closed) => server.close(closed))));
    if (!servers.includes(undefined)) return first;
  }
}
