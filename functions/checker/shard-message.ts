import type { SQSEvent } from 'aws-lambda';
import type { ShardMessage } from '../../lib/adapters/check-queue.ts';
import { DUE_SHARDS } from '../../lib/data/keys.ts';
import type { Log } from '../../lib/runtime/log.ts';

/** The shard an event asks to go on with; undefined when it is a tick. */
export function shardMessageOf(event: unknown, log: Log): ShardMessage | 'unreadable' | undefined {
  const { Records: records } = (event ?? {}) as Partial<SQSEvent>;
  if (!records) return undefined;
  const message = parsed(records[0]?.body ?? '');
  if (message?.kind === 'shard' && SHARDS.has(message.shard)) return message;
  log.warn('message_unreadable');
  return 'unreadable';
}

const SHARDS = new Set(Array.from({ length: DUE_SHARDS }, (_, shard) => shard));

function parsed(body: string): ShardMessage | undefined {
  try {
    return JSON.parse(body) as ShardMessage;
  } catch {
    return undefined;
  }
}
