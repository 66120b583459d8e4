import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openQueue, type QueueMessage } from '../../../lib/adapters/queue.ts';

interface Batch {
  Entries: { Id: string; MessageBody: string; MessageGroupId?: string }[];
}

/** An SQS that takes its time, and refuses what it is told to. */
let server: Server;
let batches: Batch[];
let underWay: number;
let most: number;
/** What is waited for before a batch is answered. */
let taking: () => Promise<void>;
let answer: (batch: Batch) => { status: number; body: object };

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const taken = ({ Entries }: Batch) => ({
  status: 200,
  body: {
    Successful: Entries.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: md5(MessageBody),
    })),
  },
});
/** Whether a batch has the message of a monitor. */
const has = ({ Entries }: Batch, monitorId: string) =>
  Entries.some(({ MessageBody }) => MessageBody.includes(`"${monitorId}"`));

beforeEach(async () => {
  batches = [];
  underWay = 0;
  most = 0;
  taking = async () => {};
  answer = taken;
  server = createServer(async (req, res) => {
    underWay += 1;
    most = Math.max(most, underWay);
    const batch = JSON.parse(Buffer.concat(await req.toArray()).toString()) as Batch;
    batches.push(batch);
    await taking();
    underWay -= 1;
    const { status, body } = answer(batch);
    res.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const messages = (count: number): QueueMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'alert',
    tenant: `space-${index % 2}`,
    monitorId: `m${index}`,
    sk: 's',
  }));
const arrived = () =>
  batches.flatMap(({ Entries }) => Entries.map(({ MessageBody }) => JSON.parse(MessageBody) as QueueMessage));

function send(count: number): Promise<void> {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const queueUrl = `${endpoint}/000000000000/alerts`;
  const queues = { alerts: queueUrl, givenUp: queueUrl, checks: null };
  const standIns = { sqs: endpoint, dynamodb: null, ses: null, cognito: null, topics: null };
  return openQueue({ queues, standIns, region: 'us-east-1' }).send(messages(count));
}

it('sends every message once, in batches that the queue takes', async () => {
  await send(95);

  expect(batches.map(({ Entries }) => Entries.length).sort()).toEqual([
    10, 10, 10, 10, 10, 10, 10, 10, 10, 5,
  ]);
  expect(new Set(arrived().map((message) => JSON.stringify(message))).size).toBe(95);
});

it('says of every message whose it is, in a form that names nobody, so that nobody’s backlog delays others', async () => {
  await send(4);

  const groups = batches.flatMap(({ Entries }) => Entries.map(({ MessageGroupId }) => MessageGroupId));
  expect(groups[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(groups).toEqual([groups[0], groups[1], groups[0], groups[1]]);
  expect(groups[1]).not.toBe(groups[0]);
});

it('sends several batches at a time, and no more than eight', async () => {
  const eight = Promise.withResolvers<void>();
  taking = async () => {
    // A ninth that was sent with them would come meanwhile.
    if (underWay === 8) setTimeout(eight.resolve, 100);
    await eight.promise;
  };

  await send(120);

  expect(most).toBe(8);
});

it('sends nothing when there is nothing', async () => {
  await send(0);

  expect(batches).toEqual([]);
});

it('sends the other batches when one is refused, and says so', async () => {
  const invalid = { __type: 'com.amazonaws.sqs#InvalidMessageContents', message: 'No.' };
  answer = (batch) => (has(batch, 'm0') ? { status: 400, body: invalid } : taken(batch));

  await expect(send(120)).rejects.toThrow('No.');

  expect(arrived()).toHaveLength(120);
});

it('says how many messages of a batch were refused', async () => {
  answer = (batch) => {
    const failed = [{ Id: '3', Code: 'InternalError', SenderFault: false }];
    const { Successful } = taken(batch).body;
    if (!has(batch, 'm0')) return taken(batch);
    return { status: 200, body: { Successful: Successful.filter(({ Id }) => Id !== '3'), Failed: failed } };
  };

  await expect(send(25)).rejects.toThrow('The queue refused 1 of 10 messages.');

  expect(batches).toHaveLength(3);
});
