import { NOT_KEPT } from './post-json.ts';

/** Pings a URL of the service as a job does; returns the status of the answer. Throws when nothing answers. */
export type PingPath = (url: string, timeoutMs: number) => Promise<number>;

export const pingByHttp: PingPath = async (url, timeoutMs) => {
  const reply = await fetch(url, {
    method: 'POST',
    headers: NOT_KEPT,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await reply.body?.cancel();
  return reply.status;
};
