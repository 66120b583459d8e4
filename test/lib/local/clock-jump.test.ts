import { beforeEach, describe, expect, it } from 'vitest';
import { getCheckerState } from '../../../lib/data/monitors/checker-state.ts';
import { watchingTable, type TableCall } from '../../support/table/watching-table.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { START_AT, startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { casesOf } from '../../support/thorough.ts';

let id: string;

const service = fresh(startTestService);
const receiver = fresh(startReceiver);
const alice = fresh(() => service.guest());
beforeEach(async () => {
  id = (await alice.createMonitor({ interval_sec: 300, alert_url: receiver.url }))['id'];
});

const jump = async (sec: number) => {
  const body = JSON.stringify({ advance_sec: sec });
  expect((await fetch(`${service.url}/_local/clock`, { method: 'POST', body })).status).toBe(200);
};
const ping = () => service.call('POST', `/in/${id}`);
const canary = () => service.canary();
const check = () => service.check();
const shown = () => alice.read(id);
const told = () => receiver.received.map(({ json }) => json['type']);

const ACTS = { ping, canary, check, jump: () => jump(400), 'short jump': () => jump(200) };
type Act = keyof typeof ACTS;

describe('a job that was silent while the clock was moved', () => {
  it.each(
    casesOf<[string, Act[]]>(3, [
      ['after a check', ['canary', 'check', 'ping', 'jump', 'ping']],
      ['in two moves, the canary between', ['canary', 'ping', 'short jump', 'canary', 'short jump', 'ping']],
      ['and was found silent', ['canary', 'ping', 'jump', 'check', 'ping']],
      ['without a canary', ['ping', 'jump', 'ping']],
      ['with one', ['canary', 'ping', 'jump', 'ping']],
      ['with one that was heard since', ['canary', 'ping', 'jump', 'canary', 'ping']],
      ['in two moves', ['canary', 'check', 'ping', 'short jump', 'short jump', 'ping']],
      [
        'and was found silent by a check after the canary',
        ['canary', 'ping', 'jump', 'canary', 'check', 'ping'],
      ],
      ['before the first ping of the canary', ['check', 'ping', 'jump', 'canary', 'ping']],
    ]),
  )('has one miss, %s', async (_how, acts) => {
    for (const act of acts) await ACTS[act]();

    expect(await shown()).toMatchObject({ miss_count: 1, state: 'ok' });
  });

  it('is known to have been so before the clock moves', async () => {
    const met: number[] = [];
    await ACTS.canary();
    await ACTS.ping();
    const after = ({ command }: TableCall) => {
      if (command === 'UpdateItemCommand') met.push(service.clock.now());
    };
    await watchingTable(service, { after }, () => jump(400));

    expect(met).toEqual([START_AT]);
    expect(service.clock.now()).toBe(START_AT + 400_000);
    expect((await getCheckerState(service.core.table)).judgedSince).toBe(START_AT + 400_000);
  });

  it('is told silent since its deadline and back, and shown late in between', async () => {
    for (const act of ['canary', 'ping', 'jump'] as const) await ACTS[act]();
    expect(await shown()).toMatchObject({ state: 'late', blind_window: null });

    await check();
    await ping();
    await check();

    expect(told()).toEqual(['service.miss', 'service.recovery']);
    expect(receiver.received[0]?.json).toMatchObject({
      down_since: '2027-03-01T12:05:00.000Z',
      miss_count: 1,
    });
  });
});
