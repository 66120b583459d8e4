import { describe, expect, it } from 'vitest';
import {
  closedByDeletion,
  incidentRecords,
  latestRecords,
} from '../../../../../lib/domain/monitors/incidents/incident-record.ts';
import { check } from '../../../../../lib/domain/monitors/check.ts';
import type { Monitor } from '../../../../../lib/domain/monitors/monitor.ts';
import { applySignal } from '../../../../../lib/domain/monitors/signal.ts';
import { at, monitor, signal } from '../../../../support/alerts/monitor-builder.ts';

const OF = { monitorId: monitor().id, spaceId: 'space-1' };

/** What a check at `now` would have in the history. */
const recorded = (before: Monitor, now: number) => incidentRecords(before, check(before, now).decisions, now);
const checked = (before: Monitor, now: number) => check(before, now).monitor;
const told = (before: Monitor, kind: 'ping' | 'fail', now: number) =>
  applySignal(before, signal(kind), now).monitor;

describe('the incidents that a check changes', () => {
  it('are none where it tells nothing', () => {
    expect(recorded(monitor(), at('12:30'))).toEqual([]);
  });

  it('are opened with the first alert, down since the true instant', () => {
    expect(recorded(monitor(), at('13:05'))).toEqual([
      { ...OF, number: 1, reason: 'silence', downSince: at('13:00'), openedAt: at('13:05'), closedAt: null, alerts: 1 },
    ]); // prettier-ignore
  });

  it('count on with a repeat, whatever its reason, and stay what they were', () => {
    const open = checked(told(monitor(), 'fail', at('12:10')), at('12:15'));
    const repeated = { ...open, failing: false };

    expect(recorded(repeated, at('2026-03-03T12:15Z'))).toEqual([
      { ...OF, number: 1, reason: 'fail', downSince: at('12:10'), openedAt: at('12:15'), closedAt: null, alerts: 2 },
    ]); // prettier-ignore
  });

  it('are closed by a recovery at the instant of the success', () => {
    const open = checked(monitor(), at('13:05'));

    expect(recorded(told(open, 'ping', at('13:07')), at('13:10'))).toEqual([
      { ...OF, number: 1, reason: 'silence', downSince: at('13:00'), openedAt: at('13:05'), closedAt: at('13:07'), alerts: 1 },
    ]); // prettier-ignore
  });

  it('are two of a job that failed, recovered and failed since the last check', () => {
    const fails = told(monitor(), 'fail', at('12:01'));
    const flapping = told(told(fails, 'ping', at('12:02')), 'fail', at('12:03'));

    expect(recorded(flapping, at('12:05'))).toEqual([
      { ...OF, number: 1, reason: 'fail', downSince: at('12:01'), openedAt: at('12:05'), closedAt: at('12:02'), alerts: 1 },
      { ...OF, number: 2, reason: 'fail', downSince: at('12:03'), openedAt: at('12:05'), closedAt: null, alerts: 1 },
    ]); // prettier-ignore
  });
});

describe('a deletion', () => {
  const open = checked(monitor(), at('13:05'));

  it('closes the open incident', () => {
    expect(closedByDeletion(open, at('14:00'))).toMatchObject([{ number: 1, closedAt: at('14:00') }]);
  });

  it('leaves it to the success that had ended it before a check saw it', () => {
    const back = told(open, 'ping', at('13:07'));

    expect(closedByDeletion(back, at('14:00'))).toMatchObject([{ number: 1, closedAt: at('13:07') }]);
  });

  it('has nothing to close of a monitor that is well', () => {
    expect(closedByDeletion(monitor(), at('14:00'))).toEqual([]);
  });
});

it('of one incident the latest record counts, in the order of the numbers', () => {
  const [open] = recorded(monitor(), at('13:05'));
  if (!open) throw new Error('There is no record.');
  const closed = { ...open, closedAt: at('13:07') };
  const next = { ...open, number: 2 };

  expect(latestRecords([open, next, closed])).toEqual([closed, next]);
});
