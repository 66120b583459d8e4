import { unanswered } from './api-error.ts';

const TIMEOUT_MS = 30_000;

/** What the service answers, whatever it is. Throws an `ApiError` where no answer comes, and what ended the caller's signal. */
export async function fetched(
  address: string,
  { signal, ...init }: Omit<RequestInit, 'signal'> & { signal?: AbortSignal | undefined } = {},
): Promise<Response> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])];
  try {
    return await fetch(address, { ...init, signal: AbortSignal.any(signals) });
  } catch (error) {
    throw signal?.aborted ? error : unanswered(error);
  }
}
