import { CALL_LIMITS } from '../../adapters/call-limits.ts';
import { loadOnce } from '../../adapters/load-once.ts';
import type { Queue } from '../../adapters/queue.ts';
import { openSecret } from '../../adapters/secrets.ts';
import type { Config } from '../../config/config.ts';
import type { ApiDeps } from '../deps.ts';
import { liveCore } from './live-core.ts';

/** The live dependencies of the functions behind the API, built once per cold start. */
export function liveApi(): ApiDeps {
  const core = liveCore(CALL_LIMITS.request);
  return { ...core, secret: openSecret(core.config), queue: openQueueLater(core.config) };
}

/** Loaded with the first message: most calls, and most areas, put nothing on the queue. */
function openQueueLater(config: Config): Queue {
  const queue = loadOnce(async () => (await import('../../adapters/queue.ts')).openQueue(config));
  return {
    send: async (messages, delaySec) => (await queue()).send(messages, delaySec),
    postpone: async (receiptHandle, delaySec) => (await queue()).postpone(receiptHandle, delaySec),
    deadLetter: async (message) => (await queue()).deadLetter(message),
  };
}
