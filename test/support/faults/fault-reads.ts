import type { EngineAnswer } from './fault-engine-line.ts';
import type { Faults } from './fault-plan.ts';
import type { Random } from './fault-random.ts';
import { answering, jsonOf, keyOf, WRITES, type Call, type WireItem } from './fault-wire.ts';

/** An eventual read shows nothing that has been changed for longer than this. */
export const LAG_MS = 60_000;

interface Seen {
  /** As it was read before its latest changes; null when there was none. */
  item: WireItem | null;
  /** When that was changed first; undefined while it holds. */
  changedAt: number | undefined;
}

/** What reads answered before, for those that need not be consistent and may answer it again. */
export class Memory {
  #seen = new Map<string, Seen>();
  #due = new Map<string, WireItem[]>();
  #faults: Faults;
  #now: () => number;

  constructor(faults: Faults, now: () => number) {
    this.#faults = faults;
    this.#now = now;
  }

  /** Takes note of a call that the engine has answered, and hands on its answer or an older one. */
  through(call: Call, answer: EngineAnswer): EngineAnswer {
    if (answer.statusCode !== 200) return answer;
    if (WRITES.has(call.target)) this.#changed(call.keys);
    if (call.shard !== undefined) return this.#index(call.shard, answer);
    if (call.target === 'GetItem') return this.#got(call, answer);
    if (call.target === 'BatchGetItem') return this.#batch(call, answer);
    if (call.target === 'Query') return this.#queried(call, answer);
    return answer;
  }

  #changed(keys: readonly string[]): void {
    for (const key of keys) {
      const seen = this.#seen.get(key) ?? { item: null, changedAt: undefined };
      this.#seen.set(key, { ...seen, changedAt: seen.changedAt ?? this.#now() });
    }
  }

  #got({ input, keys }: Call, answer: EngineAnswer): EngineAnswer {
    const [key = '-'] = keys;
    const older = input.ConsistentRead === true ? undefined : this.#older(key);
    if (older && this.#faults.is('stale')) return answering(older.item ? { Item: older.item } : {});
    this.#note(key, jsonOf<{ Item?: WireItem }>(answer).Item ?? null);
    return answer;
  }

  #batch({ input, keys }: Call, answer: EngineAnswer): EngineAnswer {
    const [[name, request] = ['', {}]] = Object.entries(input.RequestItems ?? {});
    const json = jsonOf<{ Responses: Record<string, WireItem[]> }>(answer);
    const read = new Map((json.Responses[name] ?? []).map((item) => [keyOf(item), item]));
    const isStale = request.ConsistentRead !== true && this.#faults.is('stale');
    const items = keys.flatMap((key) => {
      const older = isStale ? this.#older(key) : undefined;
      const item = read.get(key) ?? null;
      if (!older) this.#note(key, item);
      return (older ? older.item : item) ?? [];
    });
    return isStale ? answering({ ...json, Responses: { [name]: items } }) : answer;
  }

  #queried({ input }: Call, answer: EngineAnswer): EngineAnswer {
    if (input.ProjectionExpression !== undefined) return answer;
    const json = jsonOf<{ Items: WireItem[] }>(answer);
    const isStale = input.ConsistentRead !== true && this.#faults.is('stale');
    const Items = json.Items.flatMap((item) => {
      const older = isStale ? this.#older(keyOf(item)) : undefined;
      if (!older) this.#note(keyOf(item), item);
      return older ? (older.item ?? []) : item;
    });
    return isStale ? answering({ ...json, Items, Count: Items.length }) : answer;
  }

  /** What an eventual read may still see of an item; undefined when that is the truth. */
  #older(key: string): Seen | undefined {
    const seen = this.#seen.get(key);
    const mayBeSeen = seen?.changedAt !== undefined && this.#now() - seen.changedAt <= LAG_MS;
    return mayBeSeen ? seen : undefined;
  }

  /** That somebody has read the truth does not keep the next eventual read from being behind. */
  #note(key: string, item: WireItem | null): void {
    if (!this.#older(key)) this.#seen.set(key, { item, changedAt: undefined });
  }

  /** The due index is behind its table: it may still show what it showed before. */
  #index(shard: string, answer: EngineAnswer): EngineAnswer {
    const json = jsonOf<{ Items: WireItem[] }>(answer);
    const before = this.#due.get(shard);
    const all = [...json.Items, ...(before ?? [])];
    const Items = [...new Map(all.map((item) => [keyOf(item), item])).values()];
    this.#due.set(shard, Items);
    const outdated = before !== undefined && this.#faults.is('stale');
    return outdated ? answering({ ...json, Items, Count: Items.length }) : answer;
  }
}

/** A read that is answered in part: what the engine is asked instead, and how its answer is handed on. */
export interface Part {
  /** Null when nothing is asked. */
  body: string | null;
  completed(answer: EngineAnswer | null): EngineAnswer;
}

/**
 * A batch that leaves keys unprocessed, or a query whose page ends early; undefined for what comes whole. A query with
 * a limit of its own reads one page on purpose, unless it looks for what is due.
 */
export function inPart({ target, input, shard }: Call, random: Random): Part | undefined {
  if (target === 'BatchGetItem') return batchInPart(input, random);
  if (target !== 'Query' || (input.Limit !== undefined && shard === undefined)) return undefined;
  const body = JSON.stringify({ ...input, Limit: random.between(1, 3) });
  return { body, completed: (answer) => answer ?? answering({}) };
}

function batchInPart(input: Call['input'], random: Random): Part | undefined {
  const [[name, request] = ['', {}]] = Object.entries(input.RequestItems ?? {});
  const { Keys: keys = [] } = request;
  // A single key is mostly read: one that is never read is no part, but an outage.
  const taken = keys.length > 1 ? random.between(1, keys.length - 1) : 0;
  if (keys.length === 1 && random.chance(0.7)) return undefined;
  const part = (some: WireItem[]) => ({ [name]: { ...request, Keys: some } });
  const UnprocessedKeys = part(keys.slice(taken));
  return {
    body: taken === 0 ? null : JSON.stringify({ ...input, RequestItems: part(keys.slice(0, taken)) }),
    completed: (answer) => {
      if (answer && answer.statusCode !== 200) return answer;
      const { Responses = { [name]: [] } } = answer ? jsonOf<{ Responses?: object }>(answer) : {};
      return answering({ Responses, UnprocessedKeys });
    },
  };
}
