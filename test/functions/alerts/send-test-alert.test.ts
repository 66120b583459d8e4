import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releaseTestSlot, takeTestSlot, type TestSlot } from '../../../lib/data/alerts/test-alert-slots.ts';
import { consentPathIn } from '../../support/alerts/alerting.ts';
import { startReceiver, type Receiver } from '../../support/alerts/receiver.ts';
import { expectRefusal } from '../../support/service/refused.ts';
import { startTestService, type Person, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

let alice: Person;
let receiver: Receiver;
let id: string;
let address: string;
let turn = 0;

const service = shared(startTestService);
beforeEach(async () => {
  turn += 1;
  address = `alice${turn}@example.com`;
  alice = await service.guest();
  receiver = await startReceiver();
  const fields = { interval_sec: 86_400, alert_url: receiver.url, alert_to: address };
  id = (await alice.createMonitor(fields))['id'];
  await service.drain();
});
afterEach(async () => {
  await alice.remove(id);
  await receiver[Symbol.asyncDispose]();
});

const test = () => alice.call('POST', `/api/endpoints/${id}/test-alert`);
const read = () => alice.read(id);
const mails = () => service.mailbox.messages().filter((mail) => mail.to === address);
const outcomes = (alerts: Reply['json'][]) =>
  alerts.map(({ channel, state, attempts }) => `${channel} ${state} ${attempts[0]?.outcome}`).sort();

async function confirm(): Promise<void> {
  const path = consentPathIn(mails()[0]?.text);
  expect((await service.call('POST', `${path}/confirm`)).status).toBe(200);
}

describe('sendTestAlert', () => {
  it('tells every channel while the caller waits, marked as a test, and returns what happened', async () => {
    await confirm();

    const { status, json } = await test();

    expect(status).toBe(200);
    expect(outcomes(json['alerts'])).toEqual(['email sent sent', 'webhook sent delivered']);
    expect(json['alerts']).toMatchObject([
      { kind: 'test', incident: 0 },
      { kind: 'test', incident: 0 },
    ]);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.json).toMatchObject({ test: true, type: 'service.miss', endpoint_id: id });
    expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,/);
    expect(mails()[0]?.subject).toBe('Test alert for nightly backup');
  });

  it('returns a channel that fails, tries it once and tells no other channel of it', async () => {
    await confirm();
    receiver.answer = 500;

    const { json } = await test();
    service.clock.advance(7_200);
    await service.check();

    expect(outcomes(json['alerts'])).toEqual(['email sent sent', 'webhook failed refused_status']);
    expect(receiver.received).toHaveLength(1);
    expect(mails()).toHaveLength(2);
    expect((await read())['failing_channels']).toEqual([]);
  });

  it('says that an address has not confirmed itself, and mails it nothing', async () => {
    const { json } = await test();

    expect(outcomes(json['alerts'])).toEqual(['email undeliverable not_confirmed', 'webhook sent delivered']);
    expect(mails()).toHaveLength(1);
  });

  it('moves nothing of the monitor and opens no incident', async () => {
    await service.ping(id);
    const { last_check_at: _before, ...before } = await read();

    await test();
    service.clock.advance(1);
    await service.check();

    const { last_check_at: _after, ...after } = await read();
    expect(after).toEqual(before);
    await service.fail(id);
    await service.check();
    expect(receiver.received.map(({ json }) => [json['incident'], json['test']])).toEqual([
      [0, true],
      [1, undefined],
    ]);
  });

  itThorough('shows that a channel works again', async () => {
    await confirm();
    receiver.answer = 500;
    await service.fail(id);
    await service.check();
    for (const seconds of [72, 360, 1_080, 4_320]) {
      service.clock.advance(seconds);
      await service.drain();
    }
    expect((await read())['failing_channels']).toMatchObject([{ channel: 'webhook' }]);
    receiver.answer = 200;

    await test();

    expect((await read())['failing_channels']).toEqual([]);
  });

  it('has an id of its own each time, so that no receiver drops it', async () => {
    await test();
    service.clock.advance(10);
    await test();

    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((each) => String(each).startsWith('msg_test_'))).toBe(true);
  });

  itThorough('asked for twice in one instant is sent once and refused once', async () => {
    await test();

    expectRefusal(await test(), { status: 409, error: 'conflito' });
    expect(receiver.received).toHaveLength(1);
  });

  it('stands in the ledger', async () => {
    const { json } = await test();

    const ledger = await alice.alerts(id);
    expect(ledger).toHaveLength(2);
    expect(ledger).toEqual(expect.arrayContaining(json['alerts']));
  });

  it('of a monitor without a channel returns nothing', async () => {
    await alice.patch(id, { alert_url: null, alert_to: null });

    expect((await test()).json).toEqual({ alerts: [] });
  });

  it('of a paused monitor is sent all the same', async () => {
    const until = new Date(service.clock.now() + 3_600_000).toISOString();
    await alice.patch(id, { paused_until: until });

    expect(outcomes((await test()).json['alerts'])).toContain('webhook sent delivered');
  });

  it('of a deactivated monitor is refused and sends nothing', async () => {
    await alice.remove(id);

    expectRefusal(await test(), { status: 404, error: 'not_found' });
    expect(receiver.received).toEqual([]);
  });
});

describe('test alerts that are under way', () => {
  /** Holds a place as a test does whose receiver never answers. */
  async function held(): Promise<TestSlot> {
    const taken = await takeTestSlot(service.core.table, [], service.clock.now());
    if ('freeAt' in taken) throw new Error('There is no place.');
    return taken;
  }
  afterEach(() => void service.clock.advance(30));
  const release = (slot: TestSlot) => releaseTestSlot(service.core.table, slot);

  it('are two at most in the whole service: a third is refused, says truly for how long, and writes nothing', async () => {
    await held();
    service.clock.advance(10);
    await held();

    const refused = await test();

    expectRefusal(refused, { status: 429, error: 'muitos_testes', names: ['20 seconds'] });
    expect(refused.headers.get('retry-after')).toBe('20');
    expect(receiver.received).toEqual([]);
    expect(await alice.alerts(id)).toEqual([]);
    service.clock.advance(19);
    expect((await test()).status).toBe(429);
    service.clock.advance(1);
    expect((await test()).status).toBe(200);
  });

  it('give their place back when they end, refused ones too', async () => {
    for (let tests = 0; tests < 3; tests++) {
      expect((await test()).status).toBe(200);
      expect((await test()).status).toBe(409);
      service.clock.advance(10);
    }
  });

  itThorough('give nobody else’s place back', async () => {
    const late = await held();
    service.clock.advance(30);
    const [one, other] = [await held(), await held()];
    await release(late);

    expect((await test()).status).toBe(429);
    await release(one);
    await release(other);
  });
});
