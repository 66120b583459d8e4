import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { intakeHandler } from '../functions/intake/intake.ts';
import { deviceKey, readingKey, symbolKey } from '../lib/data/keys.ts';
import { openTable, type Table } from '../lib/data/table.ts';
import type { Device } from '../lib/domain/machines/devices/device.ts';
import { PROFILES } from '../lib/domain/machines/measures/catalogue.ts';
import { intakeWork } from './intake-work.ts';
import { intakeDeps, putMachine } from './machine.ts';
import { pushContext, pushEvent } from './push-event.ts';
import { sentText } from './reading.ts';
import { progress, target, type Section, type Target } from './report.ts';
import { spreadOf, type Spread } from './spread.ts';
import { withEngine } from './with-engine.ts';

const PUSHES = 200;
const WARM_UP = 2_000;
const ROUNDS = 40;

/** The push of a machine: work at the table, CPU in our own code. */
export async function benchIntake(): Promise<Section[]> {
  const [work, workTargets] = await withEngine('rollcall', intakeWork);
  const [cpu, cpuTargets] = await withEngine('rollcall', intakeCpu);
  return [work, cpu, { title: 'Targets', rows: [...workTargets, ...cpuTargets] }];
}

/** As with the ping: against the same calls alone, and on ready answers. A minute passes between two pushes. */
async function intakeCpu(endpoint: string, tableName: string): Promise<[Section, Target[]]> {
  const table = openTable({ name: tableName, region: 'us-east-1', endpoint });
  const device = await putMachine(table, PROFILES.completo);
  const handled = pushing(table, device);
  const bare = bareCalls(table, device);
  const answered = pushing(await answeringTable(table, device), device);
  for (const work of [handled, bare, answered]) await cpuMsEach(work, WARM_UP);
  const samples = {
    handled: [] as number[],
    bare: [] as number[],
    own: [] as number[],
    answered: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = round % 2 === 0 ? [handled, bare] : [bare, handled];
    const [one, other] = [await cpuMsEach(first, PUSHES), await cpuMsEach(second, PUSHES)];
    const [ofHandler, ofBare] = round % 2 === 0 ? [one, other] : [other, one];
    samples.handled.push(ofHandler);
    samples.bare.push(ofBare);
    samples.own.push(ofHandler - ofBare);
    samples.answered.push(await cpuMsEach(answered, PUSHES * 4));
    if (round % 10 === 9) progress(`CPU: round ${round + 1} of ${ROUNDS}`);
  }
  const own = spreadOf(samples.own);
  return [section(samples, own), targetsOf(own, spreadOf(samples.answered))];
}

function section(samples: Record<'handled' | 'bare' | 'answered', number[]>, own: Spread): Section {
  return {
    title: `CPU per push of eight measures, ${ROUNDS} interleaved blocks of ${PUSHES}: median [min-max]`,
    rows: [
      { what: 'the real handler', 'CPU ms': spreadOf(samples.handled) },
      { what: 'the same two SDK calls alone', 'CPU ms': spreadOf(samples.bare) },
      { what: 'our own code: the difference, block by block', 'CPU ms': own },
      { what: 'our own code: the handler on ready answers, no SDK', 'CPU ms': spreadOf(samples.answered) },
    ],
    note: 'User and system time of the whole process, garbage collection included. The engine is another process.',
  };
}

function targetsOf(own: Spread, answered: Spread): Target[] {
  return [
    target('our own CPU per push, by difference: < 1 ms', `${own.median.toFixed(3)} ms`, own.median < 1),
    target('the same on ready answers: < 1 ms', `${answered.median.toFixed(3)} ms`, answered.median < 1),
  ];
}

function pushing(table: Table, { symbol }: Device): () => Promise<void> {
  let now = Date.now();
  const handler = intakeHandler(intakeDeps(table, { now: () => now }));
  const event = pushEvent(symbol, sentText());
  return async () => {
    now += 60_000;
    const { statusCode } = await handler(event, pushContext());
    if (statusCode !== 200) throw new Error(`A push was answered ${statusCode}.`);
  };
}

/** The read of the device and the write of its reading, and nothing around them. */
function bareCalls(table: Table, { id, symbol }: Device): () => Promise<void> {
  const TableName = table.name;
  let at = Date.now();
  const codes = ['lo', 'me', 'di', 'cp', 'io', 're', 'up', 'pr'];
  const names = Object.fromEntries([['#ttl', 'ttl'], ...codes.map((code) => [`#${code}`, code])]);
  const sets = ['#ttl = :ttl', ...codes.map((code) => `#${code} = :${code}`)].join(', ');
  return async () => {
    at += 60_000;
    await table.client.send(new GetCommand({ TableName, Key: { ...deviceKey(id) }, ConsistentRead: false }));
    const values = codes.map((code) => [`:${code}`, `${Math.floor(at / 1000)} 12.5 - ${symbol}`]);
    await table.client.send(
      new UpdateCommand({
        TableName,
        Key: { ...readingKey(id, 'minute', at) },
        UpdateExpression: `SET ${sets}`,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':ttl': Math.ceil(at / 1000), ...Object.fromEntries(values) },
      }),
    );
  };
}

/** Answers reads with the items as they are now and takes every write, without a call. */
async function answeringTable(table: Table, { symbol, id }: Device): Promise<Table> {
  const answers = new Map<string, unknown>();
  for (const Key of [{ ...deviceKey(id) }, { ...symbolKey(symbol) }])
    answers.set(Key.pk, (await table.client.send(new GetCommand({ TableName: table.name, Key }))).Item);
  const send = async ({ input }: { input: { Key?: { pk: string } } }) => ({
    Item: answers.get(String(input.Key?.pk)),
  });
  // Only `send` is ever called.
  return { ...table, client: { send } as unknown as Table['client'] };
}

async function cpuMsEach(work: () => Promise<void>, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < times; turn++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}
