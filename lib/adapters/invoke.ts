import type { InvokedArea } from '../areas/declaration.ts';
import { told, type Config } from '../config/config.ts';
import type { RoleCredentials } from './aws-signature.ts';
import { callFunction } from './call-function.ts';
import type { Clock } from './clock.ts';
import type { PostAnswer } from './post-json.ts';

/**
 * Calls another function of the service, once, and waits for what it answers, no longer than `INVOKE_MS`. Where that is
 * `unavailable` it is not known what it did: it may still be at work.
 */
export type Invoke = (area: InvokedArea, event: object) => Promise<PostAnswer<unknown>>;

/**
 * In milliseconds. Below the time of the functions that call, so that they can do something with the answer, and so
 * below the 29 s after which the gateway gives up.
 */
export const INVOKE_MS = 22_000;

/** Functions by the API of Lambda. */
export function openInvoke(
  { functions, region }: Pick<Config, 'functions' | 'region'>,
  clock: Clock,
  credentials: RoleCredentials,
): Invoke {
  return async (area, event) =>
    callFunction({
      name: told(functions[area], `the function ${area}`),
      event,
      region,
      credentials,
      now: clock.now(),
      timeoutMs: INVOKE_MS,
    });
}
