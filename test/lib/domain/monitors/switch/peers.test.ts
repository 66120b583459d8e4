import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../../lib/domain/monitors/switch/brought.ts';
import { PEER_EXPORTS, type PeerService } from '../../../../../lib/domain/monitors/switch/peers.ts';
import { cronitorMonitor, kumaMonitor, kumaRow, snitch } from '../../../../support/switch/exports.ts';

const NOW = Date.UTC(2026, 10, 27);

function read(service: PeerService, row: Row, tz: string | null = null) {
  return PEER_EXPORTS[service].read(row, { now: NOW, tz });
}

function taken(service: PeerService, row: Row, tz: string | null = null) {
  const decision = read(service, row, tz);
  if (!decision.ok) throw new Error(decision.detail);
  return { ...decision.value, lost: decision.value.lost.map(({ field }) => field) };
}

const leftOut = (service: PeerService, row: Row) => {
  const decision = read(service, row);
  return decision.ok ? 'taken' : decision.detail;
};

describe('a monitor of Uptime Kuma', () => {
  it.each<[string, object, object, string[]]>([
    ['by default', {}, { intervalSec: 60, alertAfterFailures: 1 }, []],
    ['two retries', { maxretries: 2, retryInterval: 30 }, { intervalSec: 120, alertAfterFailures: 3 }, []],
    ['retries at its interval', { maxretries: 1, retryInterval: 0 }, { intervalSec: 120 }, []],
    ['many retries', { maxretries: 12, retryInterval: 1 }, { intervalSec: 72, alertAfterFailures: 10 }, ['maxretries']],
    ['told again each hour', { resendInterval: 60 }, { alertRepeatSec: 3_600 }, []],
    ['told again each minute', { resendInterval: 1 }, { alertRepeatSec: undefined }, ['resendInterval']],
    ['tags', { tags: [{ name: 'Prod', value: '' }, { name: 'env', value: 'eu' }, null, 7] }, { tags: ['prod', 'env-eu'] }, ['tags']],
    ['a pause', { active: false }, { pausedUntil: '2026-12-27T00:00:00.000Z' }, ['status']],
    ['no name', { name: ' ' }, { name: 'push monitor' }, []],
    ['what there is none of here', { description: 'why', parent: 7, notificationIDList: { 1: true } }, {}, ['description', 'parent', 'notifications']],
  ])('with %s', (_what, more, wanted, lost) => {
    const found = taken('uptime-kuma', kumaMonitor(1, more));
    expect(found.wanted).toMatchObject(wanted);
    expect(found.lost).toEqual(lost);
  }); // prettier-ignore

  it('reads a row of its table alike', () => {
    const row = { maxretries: 2, retry_interval: 30, resend_interval: 60, active: 0 };
    const monitor = { maxretries: 2, retryInterval: 30, resendInterval: 60, active: false };

    expect(taken('uptime-kuma', kumaRow(1, row))).toEqual(taken('uptime-kuma', kumaMonitor(1, monitor)));
  });

  it.each<[object, string]>([
    [{ type: 'http' }, 'only push monitors'],
    [{ type: undefined }, 'only push monitors'],
    [{ pushToken: null }, 'no push token'],
    [{ pushToken: 'short' }, 'no push token'],
    [{ pushToken: '../../../../etc' }, 'no push token'],
    [{ upsideDown: true }, 'upside down'],
    [{ interval: 20 }, '20 s of silence; here it is 30'],
    [{ interval: 86_400, maxretries: 400, retryInterval: 86_400 }, '34646400 s of silence'],
    [{ interval: '60' }, 'must be whole numbers'],
    [{ interval: 60.5 }, 'must be whole numbers'],
    [{ maxretries: -2 }, 'must be whole numbers from 0 to 4294967295'],
    [{ interval: 99_999_999_999 }, 'must be whole numbers from 0 to 4294967295'],
  ])('is left out with %j', (more, why) =>
    expect(leftOut('uptime-kuma', kumaMonitor(1, more))).toContain(why),
  );
});

describe('a monitor of Cronitor', () => {
  const berlin = { cron: '0 2 * * *', tz: 'Europe/Berlin' };

  it.each<[string, object, object, string[]]>([
    ['a schedule', {}, { cron: '0 2 * * *', tz: 'America/New_York', graceSec: 300, maxDurationSec: null }, []],
    ['the zone that the call names', { timezone: null }, berlin, []],
    ['a grace of nothing', { grace_seconds: 0 }, { graceSec: 30 }, ['grace_seconds']],
    ['no grace, of a job', { grace_seconds: undefined }, { graceSec: 60 }, []],
    ['no grace, of a heartbeat', { type: 'heartbeat', grace_seconds: undefined, schedule: 'every 30 seconds' }, { intervalSec: 30 }, []],
    ['an interval', { schedule: 'every 10 minutes', grace_seconds: 60 }, { intervalSec: 660 }, []],
    ['an hour', { schedule: 'every hour' }, { intervalSec: 3_900 }, []],
    ['one schedule in both fields', { schedules: ['0 2 * * *'] }, { cron: '0 2 * * *' }, []],
    ['a longest run', { assertions: ['metric.duration < 15min'] }, { maxDurationSec: 900 }, []],
    ['other assertions', { assertions: ['metric.count > 1', 'metric.duration <= 2 hours'] }, { maxDurationSec: 7_200 }, ['assertions']],
    ['a longest run of a second', { assertions: ['metric.duration < 1s'] }, { maxDurationSec: null }, ['assertions']],
    ['tolerated failures', { failure_tolerance: 2 }, { alertAfterFailures: 3 }, []],
    ['told again', { realert_interval: 'every 8 hours' }, { alertRepeatSec: 28_800 }, []],
    ['told again at its leisure', { realert_interval: 'sometimes' }, { alertRepeatSec: undefined }, ['realert_interval']],
    ['a pause', { paused: true }, { pausedUntil: '2026-12-27T00:00:00.000Z' }, ['status']],
    ['no name', { name: null }, { name: 'job-1' }, []],
    ['a code of its own', { attributes: { code: 'x7Yz12', key: 'job-1' } }, {}, ['code']],
    ['what there is none of here', { group: 'g', note: 'n', notify: ['default'], schedule_tolerance: 1 }, {}, ['schedule_tolerance', 'group', 'note', 'notify']],
  ])('with %s', (_what, more, wanted, lost) => {
    const found = taken('cronitor', cronitorMonitor(1, more), 'Europe/Berlin');
    expect(found.wanted).toMatchObject(wanted);
    expect(found.lost).toEqual(lost);
  }); // prettier-ignore

  it.each<[object, string]>([
    [{ key: undefined }, 'no key'],
    [{ key: 'a/b' }, 'no key'],
    [{ type: 'check' }, 'only jobs and heartbeats'],
    [{ type: 'site' }, 'only jobs and heartbeats'],
    [{ schedule: null }, 'no schedule'],
    [{ schedules: ['0 3 * * *'] }, 'several schedules'],
    [{ timezone: null }, '?tz='],
    [{ grace_seconds: 90_000 }, 'at most a day'],
    [{ grace_seconds: 1.5 }, 'whole seconds from 0 to 4294967295'],
    [{ schedule: 'every 10 seconds', grace_seconds: 0 }, '10 s; here it is 30'],
    [{ schedule: 'every 60 weeks' }, '36288300 s'],
  ])('is left out with %j', (more, why) =>
    expect(leftOut('cronitor', cronitorMonitor(1, more))).toContain(why),
  );
});

describe('a snitch', () => {
  it.each<[string, object, object, string[]]>([
    ['15_minute', {}, { cron: '*/15 * * * *', tz: 'UTC', graceSec: 900 }, []],
    ['30_minute', {}, { cron: '*/30 * * * *', graceSec: 1_800 }, []],
    ['hourly', { tags: ['prod', 'ä'] }, { cron: '0 * * * *', graceSec: 3_600, tags: ['prod'] }, ['tags']],
    ['weekly', { status: 'paused' }, { intervalSec: 1_209_600, pausedUntil: '2026-12-27T00:00:00.000Z' }, ['interval', 'status']],
    ['monthly', { alert_type: 'smart', notes: 'n', alert_email: ['a@example.com'] }, { intervalSec: 5_356_800 }, ['interval', 'alert_type', 'notes', 'alert_email']],
  ])('%s', (interval, more, wanted, lost) => {
    for (const said of [{ interval }, { interval: undefined, type: { interval } }]) {
      const found = taken('snitch', snitch(1, { ...said, ...more }));
      expect(found.wanted).toMatchObject(wanted);
      expect(found.lost).toEqual(lost);
    }
  }); // prettier-ignore

  it('has days in the zone that the call names', () => {
    const daily = snitch(1, { interval: 'daily' });

    expect(taken('snitch', daily, 'Asia/Tokyo').wanted).toMatchObject({
      cron: '0 0 * * *',
      tz: 'Asia/Tokyo',
      graceSec: 86_400,
    });
    expect(leftOut('snitch', daily)).toContain('?tz=');
  });

  it.each<[object, string]>([
    [{ token: 'xyz8574uy2' }, 'no token'],
    [{ token: 'C2354D53D2' }, 'no token'],
    [{ interval: 'yearly' }, 'yearly is unknown'],
    [{ interval: undefined, type: 7 }, 'is unknown here'],
  ])('is left out with %j', (more, why) => expect(leftOut('snitch', snitch(1, more))).toContain(why));
});
