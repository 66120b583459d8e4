import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchCapacity, type TableCall } from '../../support/table/capacity.ts';
import { startTestService, type Person, type TestService } from '../../support/service/service.ts';

let service: TestService;
let alice: Person;
let calls: TableCall[];

beforeAll(async () => {
  service = await startTestService();
  alice = await service.guest();
  calls = watchCapacity(service);
});
afterAll(() => service.stop());

const newId = async (): Promise<string> => (await alice.createMonitor({ interval_sec: 300 }))['id'];
const show = async (id: string) => (await alice.call('GET', `/api/endpoints/${id}`)).json;
const events = async (id: string) =>
  (await alice.call('GET', `/api/endpoints/${id}/events?limit=500`)).json['events'];

/** So many signals, one after the other; the last answer counts. */
async function send(id: string, path: string, count: number, body?: string) {
  for (let turn = 0; turn < count; turn++) {
    const { status } = await service.call('POST', `/in/${id}${path}`, body === undefined ? {} : { body });
    expect(status).toBe(200);
    service.clock.advance(0.01);
  }
}

const unitsOfLast = () =>
  calls.reduce((sum, { kind, tableUnits }) => sum + (kind === 'write' ? tableUnits : 0), 0);

describe('a flood of signals to one monitor', () => {
  it('that are plain successes stays one unit each, and all of them are listed', async () => {
    const id = await newId();
    await send(id, '', 65);
    calls.length = 0;
    await send(id, '', 1);

    expect(unitsOfLast()).toBe(1);
    expect(await events(id)).toHaveLength(66);
  });

  it('is answered as ever and moves the state, and leaves no events beyond the bound', async () => {
    const id = await newId();
    await send(id, '?rid=a', 65);
    const before = (await events(id)).length;
    calls.length = 0;
    service.clock.advance(0.5);
    const at = new Date(service.clock.now()).toISOString();

    await send(id, '?rid=a', 1);

    expect(unitsOfLast()).toBe(1);
    expect(await show(id)).toMatchObject({ state: 'ok', last_event_at: at });
    expect(before).toBeLessThanOrEqual(62);
    expect(await events(id)).toHaveLength(before);
  });

  it('keeps the failure behind it, with its output, tells it, and keeps the success that ends it', async () => {
    const id = await newId();
    await send(id, '/log', 65, 'noise');

    await send(id, '/3', 1, 'disk full');
    const [failure] = await events(id);
    await send(id, '', 1);

    expect(failure).toMatchObject({ kind: 'fail', exit_code: 3, has_body: true });
    const kept = await alice.call('GET', `/api/endpoints/${id}/events/${failure.id}/body`);
    expect(kept.text).toBe('disk full');
    expect((await events(id))[0]).toMatchObject({ kind: 'ping' });
    expect((await show(id))['alert_pending']).toBe('fail');
  });

  it('keeps six of the outputs that come at once, and says of the others that there is none', async () => {
    const id = await newId();

    await send(id, '/log', 8, 'x'.repeat(9_000));

    const has = (await events(id)).map((event: { has_body: boolean }) => event.has_body);
    expect(has).toEqual([false, false, ...Array.from({ length: 6 }, () => true)]);
    calls.length = 0;
    await send(id, '/log', 1, 'x'.repeat(9_000));
    expect(unitsOfLast()).toBe(2);
  });

  it('costs a log beyond the bound no write', async () => {
    const id = await newId();
    await send(id, '/log', 65);
    calls.length = 0;

    await send(id, '/log', 1);

    expect(calls.map(({ kind }) => kind)).toEqual(['read']);
  });
});
