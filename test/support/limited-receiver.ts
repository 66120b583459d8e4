import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Instant } from '../../lib/domain/instant.ts';

/** What a receiver got, and when by the clock of the run. */
export interface Taken {
  at: Instant;
  path: string;
  text: string;
}

/** A receiver on loopback that takes so many POSTs in a second of the run's clock, and asks to slow down beyond. */
export interface LimitedReceiver {
  url: string;
  taken: Taken[];
  refusals: number;
  /** Of each second; 0 refuses all. */
  perSecond: number;
  /** What it says with a refusal; null says nothing. */
  retryAfter: string | null;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startLimitedReceiver(now: () => Instant): Promise<LimitedReceiver> {
  const bySecond = new Map<number, number>();
  const takes = () => {
    const second = Math.floor(now() / 1000);
    const before = bySecond.get(second) ?? 0;
    bySecond.set(second, before + 1);
    return before < receiver.perSecond;
  };
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      if (takes()) {
        receiver.taken.push({ at: now(), path: req.url ?? '', text: Buffer.concat(chunks).toString() });
        return res.writeHead(200).end();
      }
      receiver.refusals += 1;
      const { retryAfter } = receiver;
      return res.writeHead(429, retryAfter === null ? {} : { 'retry-after': retryAfter }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: LimitedReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: [],
    refusals: 0,
    perSecond: 1,
    retryAfter: '1',
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
