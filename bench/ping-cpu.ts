import { ingestHandler } from '../functions/ingest/ingest.ts';
import { openTable, type Table } from '../lib/data/table.ts';
import { bareCall } from './bare-calls.ts';
import { benchMonitor, putFleet } from './fleet.ts';
import { pingContext, pingEvent } from './ping-event.ts';
import { pingDeps } from './ping-deps.ts';
import { progress, target, type Section, type Target } from './report.ts';
import { spreadOf, type Spread } from './spread.ts';

const MONITORS = 200;
const AT_ONCE = 16;
const PINGS = 200;
const WARM_UP = 3_000;
const ROUNDS = 75;

/**
 * CPU time of a ping in our own code, measured twice: as the difference between the real handler and the same
 * SDK call alone, and with the SDK replaced by ready answers.
 */
export async function pingCpu(endpoint: string, tableName: string): Promise<[Section, Target[]]> {
  const table = openTable({ name: tableName, region: 'us-east-1', endpoint });
  const fleet = Array.from({ length: MONITORS }, () => benchMonitor(Date.now() - 60_000));
  await putFleet(table, fleet);
  const ids = fleet.map(({ id }) => id);
  const handler = pinging(table, ids);
  const bare = (turn: number) => bareCall(table, ids[turn % MONITORS] ?? '');
  const answered = pinging(await answeringTable(table, ids), ids);

  for (const work of [handler, bare, answered]) await cpuMsEach(work, WARM_UP);
  const samples: Record<'handler' | 'bare' | 'own' | 'answered', number[]> = {
    handler: [],
    bare: [],
    own: [],
    answered: [],
  };
  for (let round = 0; round < ROUNDS; round++) {
    const [withHandler, withBare] = await alternated(round, handler, bare);
    samples.handler.push(withHandler);
    samples.bare.push(withBare);
    samples.own.push(withHandler - withBare);
    samples.answered.push(await cpuMsEach(answered, PINGS * 4));
    if (round % 15 === 14) progress(`CPU: round ${round + 1} of ${ROUNDS}`);
  }
  return [section(samples), targetsOf(spreadOf(samples.own))];
}

function section(samples: Record<'handler' | 'bare' | 'own' | 'answered', number[]>): Section {
  const row = (what: string, values: number[]) => ({ what, 'CPU ms': spreadOf(values) });
  return {
    title: `CPU per ping, ${ROUNDS} interleaved blocks of ${PINGS}, ${AT_ONCE} at once: median [min-max]`,
    rows: [
      row('the real handler', samples.handler),
      row('the same SDK call alone', samples.bare),
      row('our own code: the difference, block by block', samples.own),
      row('our own code: the handler on ready answers, no SDK', samples.answered),
    ],
    note: 'User and system time of the whole process, garbage collection included. The engine is another process.',
  };
}

function targetsOf(own: Spread): Target[] {
  return [target('our own CPU per ping: < 0.1 ms', `${own.median.toFixed(3)} ms`, own.median < 0.1)];
}

function pinging(table: Table, ids: readonly string[]): (turn: number) => Promise<void> {
  const handler = ingestHandler(pingDeps(table));
  const events = ids.map((id) => pingEvent(id));
  return async (turn) => {
    const event = events[turn % events.length];
    if (!event) throw new Error('There is nobody to ping.');
    const { statusCode } = await handler(event, pingContext());
    if (statusCode !== 200) throw new Error(`A ping was answered ${statusCode}.`);
  };
}

/** Answers reads with the items as they are now and takes every write, without a call. */
async function answeringTable(table: Table, ids: readonly string[]): Promise<Table> {
  const items = new Map<string, unknown>();
  const { GetCommand } = await import('@aws-sdk/lib-dynamodb');
  const { monitorKey } = await import('../lib/data/keys.ts');
  for (const id of ids) {
    const Key = { ...monitorKey(id) };
    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }));
    items.set(Key.pk, Item);
  }
  const send = async (command: { input: { Key?: { pk: string } } }) =>
    command instanceof GetCommand ? { Item: items.get(String(command.input.Key?.['pk'])) } : {};
  // Only `send` is ever called.
  return { ...table, client: { send } as unknown as Table['client'] };
}

/** Which comes first changes from round to round, so that a drift of the machine favours neither. */
async function alternated(
  round: number,
  first: (turn: number) => Promise<void>,
  second: (turn: number) => Promise<void>,
): Promise<[number, number]> {
  if (round % 2 === 0) return [await cpuMsEach(first, PINGS), await cpuMsEach(second, PINGS)];
  const ofSecond = await cpuMsEach(second, PINGS);
  return [await cpuMsEach(first, PINGS), ofSecond];
}

async function cpuMsEach(work: (turn: number) => Promise<void>, times: number): Promise<number> {
  let turn = 0;
  const before = process.cpuUsage();
  const worker = async () => {
    while (turn < times) await work(turn++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}
