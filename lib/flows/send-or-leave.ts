import type { Queue, QueueMessage } from '../adapters/queue.ts';
import type { Log } from '../runtime/log.ts';

/**
 * Sends messages about what is already recorded as due. When the queue does not take them nothing is lost: the next
 * check finds the records and sends them. Returns whether the queue took them.
 */
export async function sendOrLeave(
  deps: { queue: Queue; log: Log },
  messages: readonly QueueMessage[],
): Promise<boolean> {
  if (messages.length === 0) return true;
  try {
    await deps.queue.send(messages);
    return true;
  } catch (error) {
    deps.log.error('queue_unavailable', error, { messages: messages.length });
    return false;
  }
}
