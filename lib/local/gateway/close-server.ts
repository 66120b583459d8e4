import type { Server } from 'node:http';

/** How long requests under way may take to end before their connections are cut. */
const PATIENCE_MS = 2_000;

/** Closes a server and its keep-alive connections; resolves when none is left. Closing twice is harmless. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    const sweep = setInterval(() => server.closeIdleConnections(), 20);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
