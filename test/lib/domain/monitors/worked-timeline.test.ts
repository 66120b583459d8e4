import { expect, it } from 'vitest';
import type { Instant } from '../../../../lib/domain/instant.ts';
import { check } from '../../../../lib/domain/monitors/check.ts';
import { newMonitor, withSettings } from '../../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { applySignal, type Signal } from '../../../../lib/domain/monitors/signal.ts';
import { stateOf } from '../../../../lib/domain/monitors/state.ts';
import { at, monitor, settings, signal } from '../../../support/alerts/monitor-builder.ts';

it('a monitor lives the day that docs/state-machine.md tells', () => {
  const day: [string, (before: Monitor, now: Instant) => Monitor][] = [
    ['10:00', send('ping')],
    ['11:12', send('ping')],
    ['11:20', send('start', 'a')],
    ['11:57', send('fail', 'a')],
    ['12:04', send('ping')],
    ['12:06', send('fail')],
    ['12:08', send('ping')],
    ['12:30', (before, now) => withSettings(before, settings(before, { pausedUntil: at('14:00') }), now)],
    ['13:40', send('fail')],
  ];
  const chosen = settings(monitor(), { maxDurationSec: 1_800 });
  let now = newMonitor({ id: 'm', spaceId: 's', slug: null }, chosen, at('09:58'));
  const heard: string[] = [];
  const states: string[] = [];

  for (let minute = at('10:00'); minute <= at('2026-03-03T14:00Z'); minute += 60_000) {
    now = day.find(([time]) => at(time) === minute)?.[1](now, minute) ?? now;
    if (minute % 300_000 === 0) {
      const checked = check(now, minute);
      now = checked.monitor;
      for (const one of checked.decisions) {
        const recovered = one.recoveredAt === null ? '' : ` to ${clock(one.recoveredAt)}`;
        heard.push(
          `${clock(minute)} ${one.kind} ${one.reason} ${one.incident}.${one.alertNumber} ${clock(one.downSince)}${recovered}`,
        );
      }
    }
    const state = stateOf(now, minute);
    if (!states.at(-1)?.endsWith(state)) states.push(`${clock(minute)} ${state}`);
  }

  expect(heard).toEqual([
    '02 11:05 miss silence 1.1 02 11:00',
    '02 11:15 recovery silence 1.1 02 11:00 to 02 11:12',
    '02 11:55 miss too_long 2.1 02 11:50',
    '02 12:05 recovery too_long 2.1 02 11:50 to 02 12:04',
    '02 12:10 miss fail 3.1 02 12:06',
    '02 12:10 recovery fail 3.1 02 12:06 to 02 12:08',
    '02 14:00 miss fail 4.1 02 13:40',
    '03 14:00 miss fail 4.2 02 13:40',
  ]);
  expect(states).toEqual([
    '02 10:00 ok',
    '02 11:01 late',
    '02 11:12 ok',
    '02 12:30 paused',
    '02 14:00 ok',
    '02 15:01 late',
  ]);
  expect(now).toMatchObject({ missCount: 2, lastDurationMs: 37 * 60_000 });
});

function send(kind: Signal['kind'], rid: string | null = null) {
  return (before: Monitor, now: Instant) => applySignal(before, signal(kind, rid), now).monitor;
}

/** Day of the month and time. */
function clock(instant: Instant): string {
  return new Date(instant).toISOString().slice(8, 16).replace('T', ' ');
}
