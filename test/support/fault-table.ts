import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../lib/data/table.ts';
import type { EngineAnswer as Answer, EngineLine } from './fault-engine-line.ts';
import type { Faults } from './fault-plan.ts';
import type { FaultScheduler } from './fault-scheduler.ts';

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
  | 'transaction conflict';
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

/**
 * The table behind a proxy: each request waits for its turn and may be refused before the engine sees it, arrive
 * twice, lose its answer or, where a read allows it, answer with what was true a while ago. The SDK above is the real
 * one, its retries included; they come three times instead of six, without waiting.
 */
export function faultTable(
  options: { name: string; line: EngineLine; calls: { count: number } },
  scheduler: FaultScheduler,
  faults: Faults,
): Table {
  const commands = new Map<string, Way | null>();
  const remembered = new Map<string, Answer>();
  const shards = new Set<string>();
  const handle = async (request: Request): Promise<{ response: Answer }> => {
    const target = (request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const body = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
    const keys = keysOf(target, body);
    const label = `table ${target} ${keys.join(' ')}`;
    const id = request.headers['amz-sdk-invocation-id'] ?? '';
    const invocation = scheduler.current();
    const response = await scheduler.gate(label, async () => {
      const repeated = commands.get(id);
      const ways = target === 'TransactWriteItems' ? TRANSACTION_WAYS : WAYS;
      const way = repeated === undefined ? faults.strikes('table', ways) : repeated;
      commands.set(id, way?.endsWith('for good') ? way : null);
      const send = async () => {
        options.calls.count += 1;
        const answer = await answerOf(options.line, request.headers['x-amz-target'] ?? '', body, shards);
        const applied = answer.statusCode < 300 && WRITES.has(target);
        if (applied) {
          for (const key of keys) invocation?.writes.push({ seq: scheduler.seq, key });
        }
        scheduler.note(`${invocation?.name ?? 'setup'} ${label} ${way ?? ''} ${shortened(answer, applied)}`);
        return answer;
      };
      return done(way, target, send, scheduler, `${invocation?.name} ${label}`, () =>
        staleOr(target, body, remembered, faults, send),
      );
    });
    return { response };
  };
  const base = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: 'http://engine.local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 3,
    requestHandler: { handle, destroy: () => {}, metadata: { handlerProtocol: 'http/1.1' } } as never,
    signer: { sign: async (request: unknown) => request } as never,
  });
  const client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
  return { client, name: options.name };
}

/** A shard of the due index that no write of the run has ever named is empty; the engine need not say so. */
async function answerOf(
  line: EngineLine,
  target: string,
  body: string,
  shards: Set<string>,
): Promise<Answer> {
  const [, shard] = /"(DUE#\d+)"/.exec(body) ?? [];
  if (target.endsWith('.Query') && shard !== undefined && !shards.has(shard)) {
    return {
      statusCode: 200,
      headers: JSON_TYPE,
      body: Buffer.from('{"Items":[],"Count":0,"ScannedCount":0}'),
    };
  }
  if (!target.endsWith('.Query'))
    for (const [, named] of body.matchAll(/"(DUE#\d+)"/g)) shards.add(String(named));
  return line.call(target, body);
}

const JSON_TYPE = { 'content-type': 'application/x-amz-json-1.0' };
const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);

async function done(
  way: Way | null,
  target: string,
  send: () => Promise<Answer>,
  scheduler: FaultScheduler,
  label: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  switch (way) {
    case null:
      return read();
    case 'transaction conflict':
      if (target !== 'TransactWriteItems') return send();
      scheduler.note(`${label} ${way}`);
      return refusal('TransactionCanceledException', {
        CancellationReasons: [{ Code: 'TransactionConflict' }],
      });
    case 'arrives twice': {
      await send();
      return send();
    }
    case 'answer lost':
    case 'answer lost for good':
      await send();
      throw reset();
    case 'throttled':
    case 'throttled for good':
      scheduler.note(`${label} ${way}`);
      return refusal('ThrottlingException', {});
    case 'error 500':
      scheduler.note(`${label} ${way}`);
      return { ...refusal('InternalServerError', {}), statusCode: 500 };
    case 'reset':
    case 'reset for good':
      scheduler.note(`${label} ${way}`);
      throw reset();
  }
}

/** A read that need not be consistent may see what the same read saw before. */
async function staleOr(
  target: string,
  body: string,
  remembered: Map<string, Answer>,
  faults: Faults,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const [, shard] = /"(DUE#\d+)"/.exec(body) ?? [];
  if (target === 'Query' && shard !== undefined) return indexOf(shard, remembered, faults, await send());
  if (target !== 'GetItem' || body.includes('"ConsistentRead":true')) return send();
  const before = remembered.get(body);
  if (before && faults.is('stale')) return before;
  const answer = await send();
  if (answer.statusCode === 200) remembered.set(body, answer);
  return answer;
}

/** The due index is behind its table: it may still show what it showed before. */
function indexOf(shard: string, remembered: Map<string, Answer>, faults: Faults, answer: Answer): Answer {
  const before = remembered.get(shard);
  if (answer.statusCode !== 200) return answer;
  const shown = itemsOf(answer);
  const all = before ? [...shown, ...itemsOf(before)] : shown;
  const Items = [...new Map(all.map((item) => [`${item.pk?.S}/${item.sk?.S}`, item])).values()];
  const outdated = { ...answer, body: Buffer.from(JSON.stringify({ Items, Count: Items.length })) };
  remembered.set(shard, outdated);
  return before && faults.is('stale') ? outdated : answer;
}

function itemsOf(answer: Answer): WireKey[] {
  return (JSON.parse(Buffer.from(answer.body).toString()) as { Items: WireKey[] }).Items;
}

function refusal(type: string, more: object): Answer {
  const body = {
    __type: `com.amazonaws.dynamodb.v20120810#${type}`,
    message: 'A fault of the test.',
    ...more,
  };
  return {
    statusCode: 400,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Buffer.from(JSON.stringify(body)),
  };
}

function reset(): Error {
  return Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
}

interface WireKey {
  pk?: { S?: string };
  sk?: { S?: string };
}
interface WireWrite {
  Key?: WireKey;
  Item?: WireKey;
}

/** `pk/sk` of what a request is about. */
export function keysOf(target: string, body: string): string[] {
  const input = JSON.parse(body) as WireWrite & { TransactItems?: Record<string, WireWrite>[] };
  const items =
    target === 'TransactWriteItems' ? (input.TransactItems ?? []).flatMap(Object.values) : [input];
  return items
    .map((item: WireWrite) => item.Key ?? item.Item ?? {})
    .map(({ pk, sk }) => (pk ? `${pk.S}/${sk?.S}` : '-'));
}

function shortened(answer: Answer, applied: boolean): string {
  if (answer.statusCode === 200) return applied ? 'applied' : 'read';
  return /#(\w+)/.exec(Buffer.from(answer.body).toString())?.[1] ?? String(answer.statusCode);
}
