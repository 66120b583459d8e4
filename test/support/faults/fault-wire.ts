import type { EngineAnswer } from './fault-engine-line.ts';

/** An item as it goes over the wire. */
export type WireItem = Record<string, { S?: string; N?: string }>;

interface WireWrite {
  Key?: WireItem;
  Item?: WireItem;
}

/** A request to the table, understood as far as faults have to. */
export interface Call {
  target: string;
  body: string;
  input: WireWrite & {
    TransactItems?: Record<string, WireWrite>[];
    RequestItems?: Record<string, { Keys?: WireItem[]; ConsistentRead?: boolean }>;
    ConsistentRead?: boolean;
    ProjectionExpression?: string;
    Limit?: number;
    ExpressionAttributeValues?: WireItem;
  };
  /** `pk/sk` of what it writes or gets. */
  keys: string[];
  /** The shard whose due items it queries, such as `DUE#3`. */
  shard: string | undefined;
}

export const WRITES: ReadonlySet<string> = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
]);

export function callOf(target: string, body: string): Call {
  const input = JSON.parse(body) as Call['input'];
  const items: WireWrite[] = input.TransactItems?.flatMap(Object.values) ?? [input];
  const batch = Object.values(input.RequestItems ?? {}).flatMap(({ Keys }) => Keys ?? []);
  const keys = batch.length > 0 ? batch.map(keyOf) : items.map((item) => keyOf(item.Key ?? item.Item ?? {}));
  const shard = target === 'Query' ? input.ExpressionAttributeValues?.[':shard']?.S : undefined;
  return { target, body, input, keys, shard };
}

export function keyOf({ pk, sk }: WireItem): string {
  return pk ? `${pk.S}/${sk?.S}` : '-';
}

export function jsonOf<T>(answer: EngineAnswer): T {
  return JSON.parse(Buffer.from(answer.body).toString()) as T;
}

export function answering(json: object): EngineAnswer {
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Buffer.from(JSON.stringify(json)),
  };
}

export function refusal(type: string, more: object = {}): EngineAnswer {
  const words = { message: 'A fault of the test.', ...more };
  return {
    ...answering({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, ...words }),
    statusCode: 400,
  };
}

/** What a client sees of a connection that breaks. */
export function reset(): Error {
  return Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
}
