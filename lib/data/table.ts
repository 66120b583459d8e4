import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { CALL_LIMITS, limitedBy, type CallLimits } from '../adapters/call-limits.ts';
import { DUE_SHARDS, type DueSpread } from './due-index.ts';

/** The one table, as everything in `lib/data` takes it. */
export interface Table extends DueSpread {
  client: DynamoDBDocumentClient;
  name: string;
  /** Told when a list leaves out items that are there and cannot be read. */
  onUnreadable?: (error: unknown, items: number) => void;
}

export type Item = Record<string, unknown>;
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Someone else changed the item first: read it again and decide anew. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict';
  /** The item as it is now, when the table told. */
  readonly current: Item | undefined;
  /** Which writes of a transaction were refused by their own condition. */
  readonly refused: readonly boolean[];

  constructor(current?: Item, refused: readonly boolean[] = []) {
    super('The state this write was decided from has changed.');
    this.current = current;
    this.refused = refused;
  }
}

/** The table did a part of what was asked, and went on doing so. A repeat of the request may well find it rested. */
export class TableThrottled extends Error {
  override readonly name = 'TableThrottled';
}

const THROTTLES = new Set([
  'TableThrottled', 'ThrottlingException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded',
]); // prettier-ignore

/** Whether the table refused a call because it was asked for too much just then. */
export function isThrottled(error: unknown): boolean {
  return error instanceof Error && THROTTLES.has(error.name);
}

export interface TableOptions {
  name: string;
  region: string;
  /** Empty means AWS. */
  endpoint: string;
  /** @default those of work in AWS, on this machine those of stand-ins */
  limits?: CallLimits;
  /** Of a table that stands in: one in AWS has `DUE_SHARDS`. */
  dueShards?: number;
  onUnreadable?: Table['onUnreadable'];
}

/** A stand-in wants the form of a signature and checks none; making one is a quarter of the CPU of a ping. */
const unsigned: NonNullable<DynamoDBClientConfig['signer']> = {
  async sign(request) {
    const credential = 'Credential=local/20000101/us-east-1/dynamodb/aws4_request';
    request.headers['x-amz-date'] = '20000101T000000Z';
    request.headers['authorization'] = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=0`;
    return request;
  },
};

/**
 * Opens the table. Calls that are throttled, fail on the way or meet somebody else's transaction are repeated before an
 * error reaches us, and end within their limits.
 */
export function openTable(options: TableOptions): Table {
  const base = new DynamoDBClient({
    region: options.region,
    ...limitedBy(options.limits ?? (options.endpoint ? CALL_LIMITS.local : CALL_LIMITS.work)),
    ...(options.endpoint && {
      endpoint: options.endpoint,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      signer: unsigned,
    }),
  });
  // It copies each input and output for a log line that nobody takes: a tenth of the CPU of a large read.
  base.middlewareStack.remove('loggerMiddleware');
  // It names the SDK in two headers that nobody reads: an eighth of the CPU of a small read.
  base.middlewareStack.remove('getUserAgentMiddleware');
  // It passes on the trace of an invocation, by which Lambda ends a loop of functions: none goes by way of a table.
  base.middlewareStack.remove('recursionDetectionMiddleware');
  const client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
  const { name, onUnreadable } = options;
  const dueShards = (options.endpoint && options.dueShards) || DUE_SHARDS;
  return { client, name, dueShards, ...(onUnreadable && { onUnreadable }) };
}

/** Writes all or nothing. Throws `WriteConflict` when a condition did not hold or another transaction was at work. */
export async function transact(table: Table, items: TransactItem[]): Promise<void> {
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems: items }));
  } catch (error) {
    throw transactionConflict(error) ?? error;
  }
}

/** The `WriteConflict` behind a failed conditional write, or undefined when it failed for another reason. */
export function writeConflict(error: unknown): WriteConflict | undefined {
  if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') return undefined;
  // The document client translates answers, not errors: the item still has the form it has on the wire.
  const { Item: item } = error as { Item?: Parameters<typeof unmarshall>[0] };
  return new WriteConflict(item && unmarshall(item));
}

function transactionConflict(error: unknown): WriteConflict | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'TransactionInProgressException') return new WriteConflict();
  if (error.name !== 'TransactionCanceledException') return undefined;
  const codes = ((error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? []).map(
    (reason) => reason.Code ?? 'None',
  );
  const expected = codes.some((code) => code === 'ConditionalCheckFailed' || code === 'TransactionConflict');
  return expected
    ? new WriteConflict(
        undefined,
        codes.map((code) => code === 'ConditionalCheckFailed'),
      )
    : undefined;
}
