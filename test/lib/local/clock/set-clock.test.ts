import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isThorough } from '../../../../bin/long-tests.ts';
import { startReceiver, type Receiver } from '../../../support/alerts/receiver.ts';
import {
  START_AT,
  startTestService,
  type Person,
  type TestService,
} from '../../../support/service/service.ts';

const MINUTE_MS = 60_000;
const HOUR_SEC = 3_600;

/** The clock of a machine that its owner sets. */
const host = {
  at: START_AT,
  up: 0,
  now: () => host.at,
  uptimeMs: () => host.up,
};
let service: TestService;
let alice: Person;
let receiver: Receiver;

beforeEach(async () => {
  Object.assign(host, { at: START_AT, up: 0 });
  [service, receiver] = await Promise.all([startTestService({ isTimed: true, host }), startReceiver()]);
  alice = await service.guest();
  await service.canary();
});
afterEach(() => Promise.all([service.stop(), receiver[Symbol.asyncDispose]()]));

const create = async (fields: Record<string, unknown>): Promise<string> =>
  (await alice.createMonitor({ alert_url: receiver.url, ...fields }))['id'];
const ping = (id: string) => service.call('POST', `/in/${id}`);
const told = () => receiver.received.map(({ json }) => `${json['type']} ${json['reason'] ?? ''}`.trim());
const turn = (sec: number) => void (host.at += sec * 1_000);
/** Seen a second later, when the service looks at its queue. */
const set = async (sec: number) => {
  turn(sec);
  await service.drain();
};

/** So many minutes go by in truth: the canary pings each, checks come every five. */
async function minutes(count: number, eachMinute?: (minute: number) => Promise<void>): Promise<void> {
  for (let minute = 1; minute <= count; minute++) {
    host.at += MINUTE_MS;
    host.up += MINUTE_MS;
    await eachMinute?.(minute);
    await service.canary();
    if (minute % 5 === 0) await service.check();
  }
}

const USUAL: [string, number][] = [
  ['back by an hour', -HOUR_SEC],
  ['forward by three hours', 3 * HOUR_SEC],
];
const FURTHER: [string, number][] = [
  ['back by a minute', -60],
  ['forward by a minute', 60],
  ['forward by an hour', HOUR_SEC],
];

describe.each(isThorough() ? [...USUAL, ...FURTHER] : USUAL)('a clock that is set %s', (_how, sec) => {
  it('delays no silence, and makes none', async () => {
    const dead = await create({ name: 'dead', interval_sec: 480 });
    const well = await create({ name: 'well', interval_sec: 301 });
    const steady = async (minute: number) => void (minute % 5 === 0 && (await ping(well)));
    await ping(dead);
    await ping(well);
    await minutes(2);
    await set(sec);

    await minutes(3);
    await ping(well);
    expect(told()).toEqual([]);
    await minutes(10, steady);

    expect(told()).toEqual(['service.miss silence']);
    expect(receiver.received[0]?.json).toMatchObject({ name: 'dead', not_heard: null });
    await minutes(30, steady);
    expect(told()).toEqual(['service.miss silence']);
  });

  it('has a failure told that is still to be told, and a run too long when it is', async () => {
    const failed = await create({ name: 'failed', interval_sec: 86_400 });
    const stuck = await create({ name: 'stuck', interval_sec: 86_400, max_duration_sec: 600 });
    await service.call('POST', `/in/${failed}/fail`);
    await service.call('POST', `/in/${stuck}/start`);
    await minutes(2);
    await set(sec);

    await minutes(5);
    expect(told()).toEqual(['service.miss fail']);
    await minutes(5);

    expect(told()).toEqual(['service.miss fail', 'service.miss too_long']);
  });
});

it('a clock that was set back while the service was off delays no silence', async () => {
  const dead = await create({ interval_sec: 480 });
  await ping(dead);
  await minutes(5);
  const { table, standIns } = { table: service.core.table, standIns: service.core.config.standIns };
  await service.stop();
  turn(-HOUR_SEC);
  const database = { endpoint: standIns.dynamodb, tableName: table.name };
  service = await startTestService({ isTimed: true, host, database });

  await minutes(10);

  expect(told()).toEqual(['service.miss silence']);
});
