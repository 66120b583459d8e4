import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../lib/domain/limits.ts';
import { ledgerOf } from '../../support/alerts/alerting.ts';
import { checkWith } from '../../support/alerts/check-with.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';
import { casesOf } from '../../support/thorough.ts';

let id: string;

const service = shared(startTestService);
const alice = fresh(() => service.guest());
const receiver = fresh(startReceiver);
beforeEach(async () => {
  id = (await alice.createMonitor({ interval_sec: 86_400 * 7, alert_url: receiver.url, tags: ['nightly'] }))[
    'id'
  ];
  await putOff();
});
afterEach(() => alice.remove(id));

const later = (seconds: number) => new Date(service.clock.now() + seconds * 1000).toISOString();
const patch = (fields: Record<string, unknown>) => alice.patch(id, fields);
const pauseByTag = (until: string | null) => alice.call('POST', '/api/pause', { tag: 'nightly', until });

async function nextCheck(): Promise<void> {
  service.clock.advance(LIMITS.checkEverySec);
  await service.check();
}

/** An alert whose first try failed, and whose second one met a pause of a day. */
async function putOff(): Promise<void> {
  receiver.answer = 500;
  await service.ping(id);
  await service.fail(id);
  await service.check();
  await patch({ paused_until: later(86_400) });
  receiver.answer = 200;
  receiver.received.length = 0;
  service.clock.advance(60);
  await service.drain();
  for (let checks = 0; checks < 3; checks++) await nextCheck();
  expect(receiver.received).toEqual([]);
}

describe('what was put off for a pause is told by the next check', () => {
  const ENDS = [
    ['the pause is taken back', () => patch({ paused_until: null })],
    ['the pause of a tag is taken back', () => pauseByTag(null)],
    ['the pause is made a short one', () => patch({ paused_until: later(LIMITS.checkEverySec - 1) })],
  ] as const;

  it.each(casesOf(1, ENDS))('when %s', async (_how, end) => {
    expect((await end()).status).toBe(200);

    await nextCheck();

    expect(receiver.received.map(({ json }) => json['reason'])).toEqual(['fail']);
    expect((await ledgerOf(service, id)).map(({ state }) => state)).toEqual(['sent']);
  });
});

it('while the pause lasts nothing of it goes to the notifier, and nobody is called', async () => {
  for (let checks = 0; checks < 3; checks++) {
    service.clock.advance(LIMITS.checkEverySec);
    expect(await checkWith(service, (request) => request.forward())).toMatchObject({ alerts: 0, failed: 0 });
  }

  expect(receiver.received).toEqual([]);
});
