import type { IncomingMessage } from 'node:http';

/**
 * Reads a request body into memory. `too_large` comes as soon as it is known, and the rest is thrown away as it
 * arrives, so that the caller can still be answered; `aborted` means that nobody is there to be answered.
 */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer | 'too_large' | 'aborted'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let total = 0;
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) {
      req.resume();
      resolve('too_large');
      return;
    }
    req.on('data', (chunk: Buffer) => {
      total += chunk.length;
      if (total <= maxBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve('too_large');
      }
    });
    req.on('end', () =>
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    );
    req.on('error', () => resolve('aborted'));
    req.on('close', () => resolve('aborted'));
  });
}
