import type { SQSRecord } from 'aws-lambda';
import { hashOf } from '../lib/adapters/ids.ts';
import { tokenItems } from '../lib/data/accounts/space-tokens.ts';
import { transact, type Table } from '../lib/data/table.ts';
import type { AwsDeps } from '../lib/runtime/deps.ts';
import { benchMonitor } from './fleet.ts';
import { pingDeps } from './ping-deps.ts';

/** By which jobs of the bench have monitors. */
export const INGEST_KEY = `hpk_${'k'.repeat(43)}`;
export const SALT = 'salt';
const ACCOUNT = '123456789012';

/** Has the key open the space of the monitors of the bench. */
export async function putIngestKey(table: Table): Promise<void> {
  const { spaceId } = benchMonitor(0);
  const token = {
    kind: 'ingest',
    spaceId,
    version: 1,
    hash: hashOf(INGEST_KEY),
    salt: SALT,
    spelledBy: null,
  } as const;
  await transact(table, tokenItems(table, undefined, { ...token, scope: 'space' }));
}

/** What takes in events of AWS has on Lambda, at a time that the bench sets. */
export function awsDeps(table: Table, clock: AwsDeps['clock']): AwsDeps {
  const { config, log } = pingDeps(table);
  const awsEvents = { key: { text: INGEST_KEY }, account: ACCOUNT, names: [], aliases: {} };
  return { table, clock, log, config: { ...config, awsEvents } };
}

const messageOf = (source: string, detailType: string, at: number, detail: object): SQSRecord => {
  const id = crypto.randomUUID();
  const event = {
    id,
    source,
    'detail-type': detailType,
    account: ACCOUNT,
    region: 'us-east-1',
    resources: [],
    detail,
  };
  return {
    messageId: id,
    receiptHandle: '',
    body: JSON.stringify({ ...event, time: new Date(at).toISOString() }),
    attributes: { ApproximateReceiveCount: '1', SentTimestamp: String(at) },
    messageAttributes: {},
  } as unknown as SQSRecord;
};

/** That a state machine began a run, or ended it well. */
export function executionMessage(
  name: string,
  run: string,
  { status, at }: { status: 'RUNNING' | 'SUCCEEDED'; at: number },
): SQSRecord {
  const stateMachineArn = `arn:aws:states:us-east-1:${ACCOUNT}:stateMachine:${name}`;
  const dates = status === 'RUNNING' ? { startDate: at } : { startDate: at - 1_000, stopDate: at };
  const detail = { stateMachineArn, name: run, status, ...dates };
  return messageOf('aws.states', 'Step Functions Execution Status Change', at, detail);
}

/** A ping by `PutEvents`. */
export const pingMessage = (slug: string, at: number): SQSRecord =>
  messageOf('rollcall.ping', 'Ping', at, { slug });
