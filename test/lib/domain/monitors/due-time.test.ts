import { describe, expect, it } from 'vitest';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { PRICES } from '../../../../bench/cost/prices.ts';
import { ASSUMED } from '../../../../bench/cost/units.ts';
import { areas } from '../../../../lib/areas/areas.ts';
import { LIMITS } from '../../../../lib/domain/limits.ts';
import { lowerDue, nextLookAt, staysDue, STAYS_WITHIN_MS } from '../../../../lib/domain/monitors/due-time.ts';
import { at, monitor, scheduled } from '../../../support/alerts/monitor-builder.ts';

/** Keys and due time of an item, with what an index adds. */
const INDEX_ROW_BYTES = 150;
/** Ticks of which the looks cost as much as a move. */
const CROSSOVER_LOOKS = 20;

const INCIDENT: NonNullable<Monitor['incident']> = {
  number: 1,
  reason: 'silence',
  downSince: at('13:00'),
  openedAt: at('13:05'),
  alertedAt: at('13:05'),
  alerts: 1,
};
const OF_YESTERDAY: typeof INCIDENT = { ...INCIDENT, reason: 'fail', alertedAt: at('2026-03-01T14:20Z') };
const STUCK = { rid: 'a', startedAt: at('12:05'), alertedAt: null };
const TOLD = { ...STUCK, alertedAt: at('2026-03-01T14:30Z') };

describe('the next look at a monitor, at 13:05', () => {
  it.each([
    [
      'with nothing wrong is a millisecond after its deadline',
      monitor({ intervalSec: 7_200 }),
      '14:00:00.001',
    ],
    ['on its very deadline is a millisecond later', monitor({ lastEventAt: at('12:05') }), '13:05:00.001'],
    [
      'on a schedule is a millisecond after its grace',
      scheduled({ nextExpectedAt: at('14:00') }),
      '14:01:30.001',
    ],
    ['that is silent and undeliverable is overdue itself', monitor(), '13:00'],
    ['with an outcome to tell is past', monitor({ pending: [{ kind: 'fail', at: at('12:10') }] }), '12:10'],
    ['that is paused is the end of the pause', monitor({ pausedUntil: at('15:00') }), '15:00'],
    [
      'that is paused with an outcome to tell is the end of the pause',
      monitor({ pausedUntil: at('15:00'), pending: [{ kind: 'fail', at: at('12:10') }] }),
      '15:00',
    ],
    [
      'that was paused is a millisecond after the moved deadline',
      monitor({ pausedUntil: at('12:45') }),
      '13:45:00.001',
    ],
    [
      'in an incident is its repeat',
      monitor({ incident: INCIDENT, missCounted: true, alertRepeatSec: 3_600 }),
      '14:05',
    ],
    [
      'in an incident that nobody heard is its realert',
      monitor({ incident: { ...INCIDENT, realertAt: at('13:30') }, missCounted: true }),
      '13:30',
    ],
    [
      'in an incident whose realert is after its repeat is the repeat',
      monitor({
        incident: { ...INCIDENT, realertAt: at('14:30') },
        missCounted: true,
        alertRepeatSec: 3_600,
      }),
      '14:05',
    ],
    [
      'that is paused in an incident that nobody heard is the end of the pause',
      monitor({ incident: { ...INCIDENT, realertAt: at('13:30') }, pausedUntil: at('15:00') }),
      '15:00',
    ],
    [
      'with a run too long that nobody heard of is that run’s realert',
      monitor({
        lastEventAt: at('13:04'),
        intervalSec: 7_200,
        maxDurationSec: 1_800,
        runs: [{ ...TOLD, realertAt: at('13:40') }],
      }),
      '13:40',
    ],
    ['in an incident with a silence to count is that silence', monitor({ incident: INCIDENT }), '13:00'],
    [
      'failing, with the deadline before the repeat, is the deadline',
      monitor({ intervalSec: 4_200, failing: true, incident: { ...INCIDENT, reason: 'fail' } }),
      '13:10:00.001',
    ],
    [
      'failing, with the repeat before the deadline, is the repeat',
      monitor({ lastEventAt: at('13:04'), intervalSec: 7_200, failing: true, incident: OF_YESTERDAY }),
      '14:20',
    ],
    [
      'with an open run is a millisecond after its limit',
      monitor({ intervalSec: 86_400, maxDurationSec: 7_200, runs: [STUCK] }),
      '14:05:00.001',
    ],
    [
      'on the limit of a run is a millisecond later',
      monitor({ intervalSec: 86_400, maxDurationSec: 3_600, runs: [STUCK] }),
      '13:05:00.001',
    ],
    [
      'with a run too long and undeliverable is past',
      monitor({ intervalSec: 86_400, maxDurationSec: 1_800, runs: [STUCK] }),
      '12:35',
    ],
    [
      'with a run too long and told is that run’s repeat',
      monitor({ lastEventAt: at('13:04'), intervalSec: 7_200, maxDurationSec: 1_800, runs: [TOLD] }),
      '14:30',
    ],
    [
      'with a run but no limit is the deadline',
      monitor({ intervalSec: 7_200, runs: [STUCK] }),
      '14:00:00.001',
    ],
    [
      'that never pinged but failed is past',
      monitor({ lastEventAt: null, pending: [{ kind: 'fail', at: at('12:10') }] }),
      '12:10',
    ],
  ])('%s', (_what, given, lookAt) => {
    expect(nextLookAt(given, at('13:05'))).toBe(at(lookAt));
  });

  it.each([
    ['that is inactive', monitor({ active: false })],
    ['that never pinged', monitor({ lastEventAt: null })],
    ['whose schedule has no further run', scheduled({ nextExpectedAt: null })],
  ])('%s is never', (_what, given) => {
    expect(nextLookAt(given, at('13:05'))).toBeNull();
  });
});

describe('lowerDue', () => {
  it.each([
    ['brings the due time forward', '13:00', '12:30', '12:30'],
    ['never puts it off', '12:30', '13:00', '12:30'],
    ['sets one where there was none', null, '13:00', '13:00'],
    ['keeps one where nothing is to look at', '13:00', null, '13:00'],
  ])('%s', (_what, dueAt, lookAt, expected) => {
    expect(lowerDue(dueAt === null ? null : at(dueAt), lookAt === null ? null : at(lookAt))).toBe(
      at(expected),
    );
  });

  it('leaves none where nothing can fall due', () => {
    expect(lowerDue(null, null)).toBeNull();
  });
});

describe('a stored due time', () => {
  it.each([
    ['stays for a look that comes within half an hour', '12:00', '13:30', true],
    ['stays where it is the look', '13:30', '13:30', true],
    ['moves for a look that comes later', '12:00', '13:30:00.001', false],
    ['moves where it is later than the look', '13:10', '13:09', false],
    ['goes where nothing can fall due', '12:00', null, false],
    ['is set where there was none', null, '13:10', false],
  ])('%s, at 13:00', (_what, dueAt, lookAt, expected) => {
    const instant = (clock: string | null) => (clock === null ? null : at(clock));
    expect(staysDue(instant(dueAt), instant(lookAt), at('13:00'))).toBe(expected);
  });

  it('costs less than a third of a move for as long as it may stay', () => {
    const looks = STAYS_WITHIN_MS / (LIMITS.checkEverySec * 1000);
    const cpuUsd = (ASSUMED.visitMs / 1000) * (areas.checker.memoryMb / 1024) * PRICES.lambdaGbSec;
    // Half a unit of the item, and its share of a page of the index, of which a unit is 8 kB.
    const readUsd = ((0.5 + INDEX_ROW_BYTES / 8_192) * PRICES.readUnitsPerM) / 1e6;
    const moveUsd = (3 * PRICES.writeUnitsPerM) / 1e6;

    expect(looks * (cpuUsd + readUsd)).toBeLessThan(moveUsd / 3);
    // By money alone a deadline could stay for an hour and a half.
    expect(Math.floor(moveUsd / (cpuUsd + readUsd))).toBe(CROSSOVER_LOOKS);
  });
});
