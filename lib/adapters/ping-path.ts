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

/** What is to be answered at a path of ours. */
export interface AskedPath {
  path: string;
  status: number;
  /** The beginning of its content type, since what stands before us has statuses of its own. */
  type: string;
}

/** Whether that is what is answered in time. */
export async function isAnswered(
  origin: string,
  { path, status, type }: AskedPath,
  timeoutMs: number,
): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const reply = await fetch(origin + path, { headers: NOT_KEPT, redirect: 'error', signal });
    await reply.body?.cancel();
    return reply.status === status && (reply.headers.get('content-type') ?? '').startsWith(type);
  } catch {
    return false;
  }
}
