import { CALL_LIMITS } from '../adapters/call-limits.ts';
import type { Queue } from '../adapters/queue.ts';
import { openSecret } from '../adapters/secrets.ts';
import type { Config } from './config.ts';
import type { ApiDeps } from './deps.ts';
import { liveCore } from './live-core.ts';

/** The live dependencies of the functions behind the API, built once per cold start. */
export function liveApi(): ApiDeps {
  const core = liveCore(CALL_LIMITS.request);
  return { ...core, secret: openSecret(core.config), queue: openQueueLater(core.config) };
}

/** Loaded with the first message: most calls, and most areas, put nothing on the queue. */
function openQueueLater(config: Config): Queue {
  let opened: Promise<Queue> | undefined;
  const queue = () => (opened ??= import('../adapters/queue.ts').then(({ openQueue }) => openQueue(config)));
  return {
    send: async (messages) => (await queue()).send(messages),
    postpone: async (receiptHandle, delaySec) => (await queue()).postpone(receiptHandle, delaySec),
    deadLetter: async (message) => (await queue()).deadLetter(message),
  };
}
