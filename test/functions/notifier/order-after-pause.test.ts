import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkWithQueueDown, ledgerOf } from '../../support/alerts/alerting.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

let id: string;

const service = shared(startTestService);
const alice = fresh(() => service.guest());
const receiver = fresh(startReceiver);
beforeEach(async () => {
  id = (await alice.createMonitor({ interval_sec: 1_200, alert_url: receiver.url }))['id'];
  await service.ping(id);
  await recoveryUntold();
});
afterEach(() => alice.remove(id));

/** Checks, one every five minutes. */
async function live(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 5) {
    service.clock.advance(300);
    await service.check();
  }
}
async function pauseFor(minutes: number): Promise<void> {
  const end = new Date(service.clock.now() + minutes * 60_000).toISOString();
  await alice.patch(id, { paused_until: end });
}
const briefOf = (kind: unknown, incident: unknown) => `${String(kind).replace('service.', '')} ${incident}`;
const told = () => receiver.received.map(({ json }) => briefOf(json['type'], json['incident']));
const ledger = async () =>
  (await ledgerOf(service, id)).map(
    ({ content, state }) => `${briefOf(content.kind, content.incident)} ${state}`,
  );

/** The end of an incident that was told is tried in vain, and will be for an hour more. */
async function recoveryUntold(): Promise<void> {
  await service.fail(id);
  await live(5);
  await service.ping(id);
  receiver.answer = 500;
  await live(20);
}

/** A silence is decided, put off for a pause and over when that ends: it is dropped, whatever waits before it. */
async function silenceDropped(): Promise<void> {
  service.clock.advance(300);
  await checkWithQueueDown(service);
  await pauseFor(20);
  await live(20);
  receiver.answer = 200;
  receiver.received.length = 0;
  expect(await ledger()).toEqual(['miss 1 sent', 'recovery 1 pending', 'miss 2 skipped']);
}

describe('what was untold before an alert that a pause had put off was dropped', () => {
  beforeEach(silenceDropped);

  it('gives its place to the next alert, and does not come after it', async () => {
    await service.fail(id);

    await live(80);

    expect(told()).toEqual(['miss 2']);
    expect(receiver.received[0]?.json['superseded']).toMatchObject({
      last: [{ type: 'service.recovery', incident: 1 }],
    });
  });

  itThorough('is told though the incident that was dropped ends meanwhile', async () => {
    for (let tens = 0; tens < 8; tens++) {
      await service.ping(id);
      await live(10);
    }

    expect(told()).toEqual(['recovery 1']);
    expect(await ledger()).toEqual([
      'miss 1 sent',
      'recovery 1 sent',
      'miss 2 skipped',
      'recovery 2 skipped',
    ]);
  });
});

it('What took the place of a recovery is told after a pause, though it was over when that ended.', async () => {
  await live(5);
  await pauseFor(20);
  receiver.answer = 200;
  receiver.received.length = 0;

  await live(25);
  await service.ping(id);
  await live(5);

  expect(await ledger()).toEqual(['miss 1 sent', 'recovery 1 superseded', 'miss 2 sent', 'recovery 2 sent']);
  expect(told()).toEqual(['miss 2', 'recovery 2']);
  expect(receiver.received[0]?.json['text']).toMatch(/Not delivered earlier: back at .*\.$/);
});
