import type { Log } from './log.ts';

/**
 * Lets a function fail, so that Lambda counts an error, with its reason in our log. Lambda logs what is thrown with its
 * message, which may repeat input; so what is thrown says nothing.
 */
export async function rethrowRedacted<T>(log: Log, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log.error('run_failed', error);
    // Not as its cause either: Lambda logs that too.
    // oxlint-disable-next-line eslint/preserve-caught-error
    throw new Error('The run failed; the line run_failed of this log says how.');
  }
}
