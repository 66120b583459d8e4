import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { retriesWithin } from '../../../lib/adapters/call-limits.ts';
import type { Table } from '../../../lib/data/table.ts';
import { DUE_SHARDS, duePartition } from '../../../lib/data/due-index.ts';
import { PARTITIONS } from '../../../lib/data/partitions.ts';
import { Conflicts } from './fault-conflicts.ts';
import type { EngineAnswer, EngineLine } from './fault-engine-line.ts';
import type { Faults } from './fault-plan.ts';
import { inPart, Memory } from './fault-reads.ts';
import type { Random } from './fault-random.ts';
import type { FaultScheduler } from './fault-scheduler.ts';
import { answering, callOf, refusal, reset, WRITES, type Call } from './fault-wire.ts';

interface Request {
  headers: Record<string, string>;
  body: string | Uint8Array;
}

type Way =
  | 'throttled'
  | 'throttled for good'
  | 'error 500'
  | 'reset'
  | 'reset for good'
  | 'answer lost'
  | 'answer lost for good'
  | 'arrives twice'
  | 'transaction conflict'
  | 'lists of incidents full for good';
const WAYS: readonly Way[] = [
  'throttled',
  'throttled for good',
  'error 500',
  'reset',
  'reset for good',
  'answer lost',
  'answer lost',
  'answer lost for good',
  'answer lost for good',
  'arrives twice',
  'transaction conflict',
];

/** Whether a transaction went through is what is hardest to know. */
const TRANSACTION_WAYS: readonly Way[] = [
  ...WAYS,
  'answer lost for good',
  'answer lost for good',
  'answer lost for good',
];

export interface FaultTableOptions {
  name: string;
  line: EngineLine;
  calls: { count: number };
  random: Random;
  now: () => number;
}

/**
 * The table behind a proxy: each request waits for its turn and may be refused before the engine sees it, arrive
 * twice, lose its answer, meet a transaction, be answered in part or, where a read allows it, answer with what was true
 * a while ago. The SDK and the retries above are the real ones; only the clock does not limit them.
 */
export function faultTable(options: FaultTableOptions, scheduler: FaultScheduler, faults: Faults): Table {
  const proxy = new TableProxy(options, scheduler, faults);
  const base = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: 'http://engine.local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    retryStrategy: retriesWithin({ attemptMs: 0, totalMs: Infinity }),
    requestHandler: {
      handle: (request: Request) => proxy.handle(request),
      destroy: () => {},
      metadata: { handlerProtocol: 'http/1.1' },
    } as never,
    signer: { sign: async (request: unknown) => request } as never,
  });
  const client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
  return { client, name: options.name, dueShards: DUE_SHARDS };
}

class TableProxy {
  #options: FaultTableOptions;
  #scheduler: FaultScheduler;
  #faults: Faults;
  #memory: Memory;
  #conflicts = new Conflicts();
  /** What the retries of a request meet that failed for good. */
  #commands = new Map<string, Way | null>();
  /** The shards that any write of the run has named. */
  #shards = new Set<string>();

  constructor(options: FaultTableOptions, scheduler: FaultScheduler, faults: Faults) {
    this.#options = options;
    this.#scheduler = scheduler;
    this.#faults = faults;
    this.#memory = new Memory(faults, options.now);
  }

  async handle(request: Request): Promise<{ response: EngineAnswer }> {
    const target = (request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const body = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
    const call = callOf(target, body);
    const label = `table ${target} ${call.shard ?? call.keys.join(' ')}`;
    const id = request.headers['amz-sdk-invocation-id'] ?? '';
    const lasts = target === 'TransactWriteItems' && this.#faults.is('conflict');
    const refused = lasts && (await this.#scheduler.gate(`${label} begins`, async () => this.#begin(call)));
    if (refused) return { response: refused };
    const response = await this.#scheduler.gate(lasts ? `${label} ends` : label, () => {
      if (lasts) this.#conflicts.end(call);
      return this.#done(call, label, this.#wayOf(call, id));
    });
    return { response };
  }

  #begin(call: Call): EngineAnswer | undefined {
    const met = this.#conflicts.met(call, this.#scheduler.seq);
    if (!met) this.#conflicts.begin(call, this.#scheduler.seq);
    this.#note(`table begins ${call.keys.join(' ')}`, met ? 'conflict' : '');
    return met;
  }

  #wayOf(call: Call, id: string): Way | null {
    const { shard } = call;
    if (shard !== undefined && this.#faults.isDown(shard, 'keys')) return 'throttled for good';
    if (this.#isPageOf(call)) return 'throttled for good';
    const repeated = this.#commands.get(id);
    const way = repeated === undefined ? this.#newWayOf(call) : repeated;
    this.#commands.set(id, way?.endsWith('for good') ? way : null);
    return way;
  }

  #newWayOf({ target, keys }: Call): Way | null {
    const isListed = this.#isCheck() && keys.some((key) => key.startsWith(PARTITIONS.incidents));
    if (isListed && this.#faults.is('history')) return 'lists of incidents full for good';
    return this.#faults.strikes('table', target === 'TransactWriteItems' ? TRANSACTION_WAYS : WAYS);
  }

  #isCheck(): boolean {
    return ['check', 'shard'].includes(this.#scheduler.current()?.name ?? '');
  }

  /** Whether a check asks for the monitors of a shard with which something is wrong. */
  #isPageOf({ target, keys: [first = ''] }: Call): boolean {
    const [pk = ''] = first.split('/');
    return (
      this.#isCheck() &&
      target === 'BatchGetItem' &&
      this.#faults.isDown(duePartition({ dueShards: DUE_SHARDS }, pk), 'monitors')
    );
  }

  async #done(call: Call, label: string, way: Way | null): Promise<EngineAnswer> {
    const met = this.#conflicts.met(call, this.#scheduler.seq);
    if (met) {
      this.#note(label, 'meets a transaction');
      return met;
    }
    switch (way) {
      case null:
        return this.#memory.through(call, await this.#answered(call, label));
      case 'transaction conflict': {
        if (call.target !== 'TransactWriteItems') return this.#send(call, label, way);
        this.#note(label, way);
        const CancellationReasons = [{ Code: 'TransactionConflict' }];
        return refusal('TransactionCanceledException', { CancellationReasons });
      }
      case 'arrives twice':
        await this.#send(call, label, way);
        return this.#send(call, label, way);
      case 'answer lost':
      case 'answer lost for good':
        await this.#send(call, label, way);
        throw reset();
      case 'lists of incidents full for good': {
        this.#note(label, way);
        const isFull = (key: string) => key.startsWith(PARTITIONS.incidents);
        const CancellationReasons = call.keys.map((key) => ({
          Code: isFull(key) ? 'ThrottlingError' : 'None',
        }));
        return refusal('TransactionCanceledException', { CancellationReasons });
      }
      case 'throttled':
      case 'throttled for good':
        this.#note(label, way);
        return refusal('ThrottlingException');
      case 'error 500':
        this.#note(label, way);
        return { ...refusal('InternalServerError'), statusCode: 500 };
      case 'reset':
      case 'reset for good':
        this.#note(label, way);
        throw reset();
    }
  }

  async #answered(call: Call, label: string): Promise<EngineAnswer> {
    const part = this.#faults.is('partly') ? inPart(call, this.#options.random) : undefined;
    if (!part) return this.#send(call, label, null);
    const answer = part.body === null ? null : await this.#send({ ...call, body: part.body }, label, null);
    this.#note(label, 'answered in part');
    return part.completed(answer);
  }

  async #send(call: Call, label: string, way: Way | null): Promise<EngineAnswer> {
    const invocation = this.#scheduler.current();
    this.#options.calls.count += 1;
    const answer = await this.#engine(call);
    const applied = answer.statusCode < 300 && WRITES.has(call.target);
    if (applied) {
      for (const key of call.keys) invocation?.writes.push({ seq: this.#scheduler.seq, key });
    }
    this.#note(label, `${way ?? ''} ${shortened(answer, applied)}`);
    return answer;
  }

  /** A shard of the due index that no write of the run has ever named is empty; the engine need not say so. */
  async #engine({ target, body, shard }: Call): Promise<EngineAnswer> {
    if (shard !== undefined && !this.#shards.has(shard)) {
      return answering({ Items: [], Count: 0, ScannedCount: 0 });
    }
    if (shard === undefined)
      for (const [, named] of body.matchAll(/"(DUE#\d+)"/g)) this.#shards.add(String(named));
    return this.#options.line.call(`DynamoDB_20120810.${target}`, body);
  }

  #note(label: string, what: string): void {
    this.#scheduler.note(`${this.#scheduler.current()?.name ?? 'setup'} ${label} ${what}`);
  }
}

function shortened(answer: EngineAnswer, applied: boolean): string {
  if (answer.statusCode === 200) return applied ? 'applied' : 'read';
  return /#(\w+)/.exec(Buffer.from(answer.body).toString())?.[1] ?? String(answer.statusCode);
}
