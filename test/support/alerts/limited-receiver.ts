import type { Instant } from '../../../lib/domain/instant.ts';
import { startLoopbackServer } from '../servers/loopback-server.ts';

/** What a receiver got, and when by the clock of the run. */
export interface Taken {
  at: Instant;
  path: string;
  text: string;
}

/** A receiver on loopback that takes so many POSTs in a second of the run's clock, and asks us to slow down beyond. */
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
  const server = await startLoopbackServer((req, text, res) => {
    if (takes()) {
      receiver.taken.push({ at: now(), path: req.url ?? '', text });
      res.writeHead(200).end();
      return;
    }
    receiver.refusals += 1;
    const { retryAfter } = receiver;
    res.writeHead(429, retryAfter === null ? {} : { 'retry-after': retryAfter }).end();
  });
  const receiver: LimitedReceiver = {
    ...server,
    taken: [],
    refusals: 0,
    perSecond: 1,
    retryAfter: '1',
  };
  return receiver;
}
