import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { isoOf } from '../../../lib/domain/instant.ts';
import { checkWith } from '../../support/alerts/check-with.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { START_AT, startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

let id: string;

const service = fresh(startTestService);
const alice = fresh(() => service.guest());
const receiver = fresh(startReceiver);
beforeEach(async () => {
  id = await watched({ interval_sec: 86_400 });
});

async function watched(fields: object): Promise<string> {
  const monitor = await alice.createMonitor({ alert_url: receiver.url, ...fields });
  await service.ping(monitor['id']);
  return monitor['id'];
}

const hold = async (body: object | null) => {
  const sent = body === null ? { method: 'DELETE' } : { method: 'POST', body: JSON.stringify(body) };
  return (await (await fetch(`${service.url}/_local/hold`, sent)).json()) as { held_until: string | null };
};
const at = (minutes: number) => isoOf(START_AT + minutes * 60_000);
const health = async () => (await service.call('GET', '/api/health')).json['alerts_held_until'];
const alerts = () => alice.alerts(id);
const told = () =>
  receiver.received.map(({ json }) => [String(json['type']).replace('service.', ''), json['held']]);

/** Checks, one every five minutes. */
async function live(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 5) {
    service.clock.advance(300);
    await service.check();
  }
}

describe('while alerts are held', () => {
  it('what happens is decided and recorded as ever, told to nobody, and told in order afterwards with when it was held', async () => {
    expect(await hold({ minutes: 30 })).toEqual({ held_until: at(30) });
    await service.fail(id);
    await live(5);
    await service.ping(id);
    await live(20);

    expect([await health(), receiver.received]).toEqual([at(30), []]);
    expect(await alerts()).toMatchObject([
      { kind: 'recovery', state: 'pending', held: { from: at(10), to: at(30) }, attempts: [] },
      { kind: 'miss', state: 'pending', held: { from: at(5), to: at(30) }, attempts: [] },
    ]);
    const [incident] = (await alice.call('GET', '/api/incidents')).json['incidents'];
    expect(incident).toMatchObject({ opened_at: at(5), state: 'closed' });
    await live(10);

    expect(told()).toEqual([
      ['miss', { from: at(5), to: at(30) }],
      ['recovery', { from: at(10), to: at(30) }],
    ]);
    expect(receiver.received[0]?.json['text']).toContain(
      'The operator held this alert back from 2027-03-01 12:05:00 UTC to 2027-03-01 12:30:00 UTC.',
    );
    expect(await health()).toBeNull();
  });

  it('nothing is held longer than an hour, whatever the setting says', async () => {
    service.core.config.hold = { until: START_AT + 10 * 3_600_000 };
    const silent = await watched({ interval_sec: 300 });
    await service.fail(id);
    await live(55);
    expect(receiver.received).toEqual([]);
    await live(5);

    const byMonitor = new Map(receiver.received.map(({ json }) => [json['endpoint_id'], json]));
    expect([byMonitor.size, service.clock.now()]).toEqual([2, START_AT + 60 * 60_000]);
    // The silence began at 12:05, and 55 minutes later the next check told it.
    expect(byMonitor.get(silent)?.['held']).toEqual({ from: at(10), to: at(60) });
    expect(byMonitor.get(id)?.['held']).toEqual({ from: at(5), to: at(60) });
  });

  it('an end before its time is noticed by the next check, and told as it was', async () => {
    await hold({ minutes: 60 });
    await service.fail(id);
    await live(10);
    expect(await hold(null)).toEqual({ held_until: null });
    await live(5);

    expect(told()).toEqual([['miss', { from: at(5), to: at(15) }]]);
  });

  itThorough(
    'an end before its time is noticed by the next check, also when the queue takes some seconds',
    async () => {
      const slowly = async () => {
        service.clock.advance(297);
        await checkWith(service, (request) => request.forward());
        service.clock.advance(3);
        await service.drain();
      };
      await hold({ minutes: 60 });
      await service.fail(id);
      await slowly();
      expect(receiver.received).toEqual([]);
      await hold(null);
      await slowly();

      expect(told()).toHaveLength(1);
    },
  );

  itThorough('a longer hold holds on, within the hour', async () => {
    await hold({ minutes: 10 });
    await service.fail(id);
    await live(5);
    await hold({ minutes: 30 });
    await live(25);
    expect(receiver.received).toEqual([]);
    await live(5);

    expect(told()).toEqual([['miss', { from: at(5), to: at(35) }]]);
  });

  it('what its owner asks for is told: a test', async () => {
    await hold({ minutes: 30 });

    const { json } = await alice.call('POST', `/api/endpoints/${id}/test-alert`);

    expect(json['alerts']).toMatchObject([{ state: 'sent' }]);
    expect(told()).toEqual([['miss', null]]);
  });

  it('a try that is due waits as well, and goes on from where it was', async () => {
    receiver.answer = 500;
    await service.fail(id);
    await live(5);
    expect(receiver.received).toHaveLength(1);
    await hold({ minutes: 20 });
    await live(15);
    expect(receiver.received).toHaveLength(1);
    receiver.answer = 200;
    await live(10);

    const [alert] = await alerts();
    expect(alert).toMatchObject({ state: 'sent', attempts: { length: 2 } });
    // What was tried before must not say another thing.
    expect([alert.held, ...told()]).toEqual([undefined, ['miss', null], ['miss', null]]);
  });

  itThorough('an alarm that a message is never settled does not ring', async () => {
    service.core.config.hold = { until: START_AT + 3_600_000 };
    await service.fail(id);
    await live(60);

    expect(service.logged).toEqual([]);
  });
});

it('several monitors held together are told together', async () => {
  const mailed = { alert_to: 'alice@example.com', interval_sec: 300, alert_url: null };
  for (const name of ['a', 'b', 'c']) await watched({ ...mailed, name });
  await service.drain();
  const [, page = ''] = /(\/email\/[^\s"<>/]+)/.exec(service.mailbox.messages()[0]?.text ?? '') ?? [];
  expect((await service.call('POST', `${page}/confirm`)).status).toBe(200);
  const before = service.mailbox.messages().length;

  await hold({ minutes: 20 });
  await live(15);
  expect(service.mailbox.messages()).toHaveLength(before);
  await live(5);

  const mails = service.mailbox.messages();
  expect(mails).toHaveLength(before + 1);
  const [mail] = mails;
  expect([...(mail?.text ?? '').matchAll(/The operator held this alert back/g)]).toHaveLength(3);
});

itThorough('a hold outlasts a start of the service on one machine, as an upgrade brings it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-hold-'));
  try {
    const first = await startTestService({ dataDir });
    await fetch(`${first.url}/_local/hold`, { method: 'POST', body: '{"minutes":30}' });
    await first.stop();
    const second = await startTestService({ dataDir });
    const { json } = await second.call('GET', '/api/health');
    await second.stop();

    expect(json['alerts_held_until']).toBe(at(30));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
