import { expect, it } from 'vitest';
import { nextRunAfter } from '../../lib/domain/schedule/next-run.ts';
import { startReceiver } from '../support/alerts/receiver.ts';
import { startTestService } from '../support/service/service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SCHEDULE = { cron: '30 2 * * 1-5', tz: 'Europe/Berlin' };
/** What the job takes, in minutes. */
const TAKES = [6, 4, 9, 5, 7, 4.5, 8, 5.5];

it('a job by key shows its rhythm over a clock change; taken, it alerts of the one missed night and nothing else', async () => {
  // A Monday; Berlin puts its clocks back on Sunday.
  await using service = await startTestService({ startAt: Date.UTC(2027, 9, 25, 0) });
  await using receiver = await startReceiver();
  const guest = await service.guest();
  const key = await guest.ingestKey();
  const { clock } = service.core;
  const goTo = async (at: number) => {
    while (clock.now() < at) {
      service.clock.advance(Math.min(12 * HOUR, at - clock.now()) / 1_000);
      await service.check();
    }
  };
  const nights = async (count: number) => {
    for (let night = 0; night < count; night++) {
      const due = nextRunAfter(SCHEDULE, clock.now()) ?? 0;
      await goTo(due + (TAKES[night % TAKES.length] ?? 0) * MINUTE);
      await service.call('GET', `/in/${key}/nightly-backup`);
    }
  };
  const alerts = () => receiver.received.map(({ json }) => [json['type'], json['down_since']]);

  await nights(1);
  const [born] = await guest.monitors();
  expect(born).toMatchObject({ slug: 'nightly-backup', interval_sec: 86_400, cron: null });
  expect(born).toMatchObject({ proposal: null, learning: { of: 5 } });
  await guest.patch(born.id, { alert_url: receiver.url });
  await nights(9);
  // By the default tolerance each weekend was a false alarm: what the proposal saves.
  expect(alerts().filter(([type]) => type === 'service.miss').length).toBeGreaterThan(0);
  await nights(1);
  await goTo(clock.now() + 8 * HOUR);

  const path = `/api/endpoints/${born.id}/proposal`;
  const { proposals } = (await guest.call('GET', path)).json;
  expect(proposals[0]).toMatchObject({ kind: 'rhythm', patch: SCHEDULE, rests_on: { runs: 11 } });
  expect(proposals[0].text).toContain('02:30 on Monday to Friday, in Europe/Berlin');
  const [listed] = await guest.monitors();
  expect(listed['proposal']).toMatchObject({ id: proposals[0].id, kind: 'rhythm' });

  const taken = await guest.call('POST', `${path}/take`, { proposal: proposals[0].id });
  expect(taken.json).toMatchObject({ ...SCHEDULE, interval_sec: 86_400, proposal: null });
  await service.check();
  receiver.received.splice(0);
  await nights(6);
  expect(alerts()).toEqual([]);

  const lateAt = Date.UTC(2027, 10, 17, 1, 30) + 1_000 * taken.json['grace_sec'];
  await goTo(lateAt);
  expect(alerts()).toEqual([]);
  await goTo(lateAt + MINUTE);
  const told = ['service.miss', new Date(lateAt).toISOString()];
  expect(alerts()).toEqual([told]);
  await nights(5);
  expect(alerts()).toEqual([told, ['service.recovery', told[1]]]);
  expect((await guest.call('GET', path)).json).toEqual({ learning: null, proposals: [], drifts: [] });
  expect(service.logged).toEqual([]);
}, 120_000);
