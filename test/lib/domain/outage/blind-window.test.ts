import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asOne,
  blindWindows,
  movedDeadline,
  openWindow,
  windowAt,
  type BlindWindow,
  type OutageEvidence,
} from '../../../../lib/domain/outage/blind-window.ts';
import { at } from '../../../support/monitor-builder.ts';

/** A service that has been awake all day, has no canary and judged at noon; a test names what it is about. */
function evidence(given: Partial<OutageEvidence> = {}): OutageEvidence {
  return {
    windows: [],
    judgedAt: at('12:00'),
    judgedSince: at('00:00'),
    canaryPingsAt: null,
    newestPingAt: null,
    ...given,
  };
}

const window = (from: string, to: string | null): BlindWindow => ({
  from: at(from),
  to: to === null ? null : at(to),
});
const pingsAt = (...times: string[]) => times.map(at);

describe('an absence of the checker', () => {
  it.each([['12:10'], ['12:15'], ['23:59']])('is no window, whether it ends at %s', (now) => {
    const pingsEachMinute = Array.from({ length: 60 }, (_, minute) => at(now) - minute * 60_000);

    expect(blindWindows(evidence(), at(now))).toEqual([]);
    expect(blindWindows(evidence({ canaryPingsAt: pingsEachMinute }), at(now))).toEqual([]);
  });

  it('leaves the window in which the canary was not heard either', () => {
    const given = evidence({ canaryPingsAt: pingsAt('12:09', '13:00', '13:01', '13:02') });

    expect(blindWindows(given, at('13:02'))).toEqual([window('12:09', '13:00')]);
  });
});

describe('a gap in the canary', () => {
  const canary = (given: Partial<OutageEvidence>) => evidence({ judgedAt: at('12:00'), ...given });

  it.each([
    ['is none while it pings each minute', pingsAt('12:08', '12:09', '12:10'), []],
    ['is none of three minutes', pingsAt('12:07'), []],
    ['of a millisecond more lasts', pingsAt('12:06:59.999'), [window('12:06:59.999', null)]],
    ['lasts from its last ping', pingsAt('11:58', '11:59', '12:00'), [window('12:00', null)]],
    ['is none of three minutes that ended', pingsAt('12:07', '12:10'), []],
    ['that ended lies between two pings', pingsAt('12:05:59', '12:10'), [window('12:05:59', '12:10')]],
    ['is found in pings in any order', pingsAt('12:10', '12:04', '12:05'), [window('12:05', '12:10')]],
    ['leaves out pings of the future', pingsAt('12:06', '12:11'), [window('12:06', null)]],
  ])('%s', (_what, canaryPingsAt, windows) => {
    expect(blindWindows(canary({ canaryPingsAt }), at('12:10'))).toEqual(windows);
  });

  it('counts from when the service was last awake', () => {
    const given = { canaryPingsAt: pingsAt('11:00'), judgedSince: at('12:06') };

    expect(blindWindows(canary(given), at('12:09'))).toEqual([]);
    expect(blindWindows(canary(given), at('12:09:00.001'))).toEqual([window('12:06', null)]);
  });

  it.each([
    ['has not lasted for three minutes', '12:07', null, []],
    ['has lasted for more', '12:06:59.999', null, [window('12:06:59.999', null)]],
    ['is its own fault, since a job was heard', '12:00', '12:07', []],
  ])('of one that never got through %s', (_what, awake, newest, windows) => {
    const given = canary({
      canaryPingsAt: [],
      judgedSince: at(awake),
      newestPingAt: newest === null ? null : at(newest),
    });

    expect(blindWindows(given, at('12:10'))).toEqual(windows);
  });

  it('of one that never got through ends with its first ping, and is not made up for one that did', () => {
    const awake = {
      judgedAt: at('12:15'),
      judgedSince: at('12:00'),
      canaryPingsAt: pingsAt('12:18', '12:19', '12:20'),
    };

    expect(blindWindows(canary({ ...awake, windows: [window('12:00', null)] }), at('12:20'))).toEqual([
      window('12:00', '12:18'),
    ]);
    expect(blindWindows(canary(awake), at('12:20'))).toEqual([]);
  });

  it('is unknown where there is no canary', () => {
    expect(blindWindows(canary({ canaryPingsAt: null }), at('12:10'))).toEqual([]);
  });

  it.each([
    ['before the canary fell silent', '11:59', true],
    ['within a minute after it', '12:01', true],
    ['later', '12:01:00.001', false],
  ])('that lasts is blindness when the newest ping of a job came %s', (_when, newest, blind) => {
    const given = canary({ canaryPingsAt: pingsAt('12:00'), newestPingAt: at(newest) });

    expect(blindWindows(given, at('12:10'))).toEqual(blind ? [window('12:00', null)] : []);
  });

  it.each([
    ['two minutes before it was back', '12:06', [window('12:00', '12:08')]],
    ['earlier', '12:05:59', []],
  ])('that ended is its own fault when a job was heard %s', (_when, newest, windows) => {
    const given = canary({
      canaryPingsAt: pingsAt('12:00', '12:08', '12:09', '12:10'),
      newestPingAt: at(newest),
    });

    expect(blindWindows(given, at('12:10'))).toEqual(windows);
  });

  it('that a check took for its own fault stays so, however late a job was heard in it', () => {
    const given = canary({
      judgedAt: at('12:25'),
      canaryPingsAt: pingsAt('12:00', '12:26', '12:27', '12:28', '12:29', '12:30'),
      newestPingAt: at('12:24:59'),
    });

    expect(blindWindows(given, at('12:30'))).toEqual([]);
    expect(blindWindows({ ...given, windows: [window('12:00', null)] }, at('12:30'))).toEqual([
      window('12:00', '12:26'),
    ]);
  });

  it('that was taken for its own fault at this very moment stays so, whatever was heard since', () => {
    const given = canary({
      judgedAt: at('12:30'),
      canaryPingsAt: pingsAt('12:00'),
      newestPingAt: at('12:30'),
    });

    expect(blindWindows(given, at('12:30'))).toEqual([]);
  });

  it('in which other jobs were heard is none either when it ends', () => {
    const given = canary({
      judgedAt: at('12:25'),
      canaryPingsAt: pingsAt('12:00', '12:28', '12:29', '12:30'),
      newestPingAt: at('12:24'),
    });

    expect(blindWindows(given, at('12:30'))).toEqual([]);
  });

  it('that ended before the last check was judged by it', () => {
    const given = canary({
      judgedAt: at('12:30'),
      canaryPingsAt: pingsAt('12:00', '12:28', '12:29', '12:30', '12:31', '12:32', '12:33', '12:34', '12:35'),
      newestPingAt: at('12:30'),
    });

    expect(blindWindows(given, at('12:35'))).toEqual([]);
  });

  it('that seemed to last at the last check is over, although its end lies before that check', () => {
    const given = canary({
      windows: [window('12:00', null)],
      judgedAt: at('12:20:00.010'),
      canaryPingsAt: pingsAt('12:00', '12:20', '12:21', '12:22', '12:23', '12:24', '12:25'),
      newestPingAt: at('12:20:05'),
    });

    expect(blindWindows(given, at('12:25'))).toEqual([window('12:00', '12:20')]);
  });

  it('goes on being shown when it lasts longer than silences are held for it', () => {
    const given = canary({
      windows: [window('12:00', null)],
      judgedAt: at('14:05'),
      canaryPingsAt: pingsAt('12:00'),
    });

    expect(blindWindows(given, at('14:10'))).toEqual([window('12:00', null)]);
  });
});

describe('what is remembered', () => {
  it('keeps windows that are over and finds anew the one that lasts', () => {
    const given = evidence({
      windows: [window('08:00', '08:30'), window('11:50', null)],
      canaryPingsAt: pingsAt('11:50', '12:04', '12:05'),
    });

    expect(blindWindows(given, at('12:05'))).toEqual([window('08:00', '08:30'), window('11:50', '12:04')]);
  });

  it('forgets the one that lasts when it turns out that only the canary is broken', () => {
    const given = evidence({
      windows: [window('11:50', null)],
      canaryPingsAt: pingsAt('11:50'),
      newestPingAt: at('11:58'),
    });

    expect(blindWindows(given, at('12:05'))).toEqual([]);
  });

  // Beside the gap of the canary from 12:00 to 12:30.
  it.each([
    ['that overlap become one', [window('11:50', '12:20')], [window('11:50', '12:30')]],
    ['that touch become one', [window('11:50', '12:00')], [window('11:50', '12:30')]],
    ['that contain each other become one', [window('11:50', '12:40')], [window('11:50', '12:40')]],
    [
      'that are apart stay apart, oldest first',
      [window('11:50', '11:59:59')],
      [window('11:50', '11:59:59'), window('12:00', '12:30')],
    ],
  ])('windows %s', (_what, windows, expected) => {
    const given = evidence({ windows, canaryPingsAt: pingsAt('12:00', '12:30') });

    expect(blindWindows(given, at('12:30'))).toEqual(expected);
  });

  it('is at most twenty windows, the latest', () => {
    const hour = (of: number) => `${String(of).padStart(2, '0')}`;
    const windows = Array.from({ length: 20 }, (_, index) =>
      window(`${hour(index)}:00`, `${hour(index)}:30`),
    );

    const given = evidence({ windows, judgedAt: at('22:00'), canaryPingsAt: pingsAt('22:00', '22:30') });

    const found = blindWindows(given, at('22:30'));

    expect(found).toHaveLength(20);
    expect(found[0]).toEqual(window('01:00', '01:30'));
    expect(found.at(-1)).toEqual(window('22:00', '22:30'));
  });

  it('is not changed in place', () => {
    const windows = [window('11:50', '12:20')];

    blindWindows(evidence({ windows, canaryPingsAt: pingsAt('12:00', '12:30') }), at('12:30'));

    expect(windows).toEqual([window('11:50', '12:20')]);
  });
});

describe('the window an instant lies in', () => {
  const windows = [window('08:00', '08:30'), window('12:00', null)];

  it.each([
    ['07:59:59', undefined],
    ['08:00', windows[0]],
    ['08:30', windows[0]],
    ['08:30:00.001', undefined],
    ['11:59:59', undefined],
    ['12:00', windows[1]],
    ['23:00', windows[1]],
  ])('at %s', (instant, expected) => {
    expect(windowAt(windows, at(instant))).toEqual(expected);
  });

  it('that lasts is the one without an end', () => {
    expect(openWindow(windows)).toEqual(windows[1]);
    expect(openWindow([window('08:00', '08:30')])).toBeUndefined();
  });
});

describe('a moved deadline', () => {
  const now = at('12:40');

  it.each([
    ['before the window stays', '11:59:59', '11:59:59'],
    ['at its beginning moves', '12:00', '12:30'],
    ['inside moves by its length', '12:10', '12:40'],
    ['at its end moves', '12:30', '13:00'],
    ['after it stays', '12:30:00.001', '12:30:00.001'],
  ])('%s', (_where, deadline, moved) => {
    expect(movedDeadline(at(deadline), [window('12:00', '12:30')], now)).toBe(at(moved));
  });

  it('moves again when it lands in the next window', () => {
    const windows = [window('12:00', '12:30'), window('12:35', '12:40')];

    expect(movedDeadline(at('12:10'), windows, now)).toBe(at('12:45'));
    expect(movedDeadline(at('12:01'), windows, now)).toBe(at('12:31'));
  });

  it('of a window that lasts is never over', () => {
    expect(movedDeadline(at('12:00'), [window('12:00', null)], now)).toBe(now);
    expect(movedDeadline(at('12:10'), [window('12:00', null)], now)).toBe(at('12:50'));
  });

  it.each([
    ['that lasts', window('12:00', null), '18:00'],
    ['that is over', window('12:00', '18:00'), '18:05'],
  ])('moves by an hour at most, also for a window of six hours %s', (_what, longest, now) => {
    expect(movedDeadline(at('12:10'), [longest], at(now))).toBe(at('13:10'));
    expect(movedDeadline(at('17:30'), [longest], at(now))).toBe(at('18:30'));
  });

  it('moves by an hour at most, also by several windows', () => {
    const windows = [window('12:00', '12:40'), window('12:45', '13:25'), window('13:27', null)];

    expect(movedDeadline(at('12:10'), windows, at('14:00'))).toBe(at('13:10'));
  });
});

describe('for any sight', () => {
  const minute = fc.integer({ min: 0, max: 600 }).map((of) => at('06:00') + of * 60_000);
  const arbitrarySight = fc.record({
    windows: fc.array(
      fc.tuple(minute, fc.integer({ min: 1, max: 60 })).map(([from, length]) => ({
        from,
        to: from + length * 60_000,
      })),
      { maxLength: 25 },
    ),
    judgedAt: fc.option(minute),
    judgedSince: minute,
    canaryPingsAt: fc.option(fc.array(minute, { maxLength: 30 })),
    newestPingAt: fc.option(minute),
  });
  const now = at('16:00');

  it('windows are apart, in order, at most twenty, end by now, and only the last may last', () => {
    fc.assert(
      fc.property(arbitrarySight, (given) => {
        const windows = asOne(blindWindows(given, now));

        expect(windows.length).toBeLessThanOrEqual(20);
        for (const [index, { from, to }] of windows.entries()) {
          const next = windows[index + 1];
          if (to === null) expect(next).toBeUndefined();
          else expect(to).toBeGreaterThan(from);
          if (next) expect(next.from).toBeGreaterThan(to ?? now);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('the next look keeps every window that is over', () => {
    fc.assert(
      fc.property(arbitrarySight, (given) => {
        const windows = blindWindows(given, now);
        const again = blindWindows({ ...given, windows, judgedAt: now }, now + 300_000);

        expect(again.filter(({ to }) => to !== null)).toEqual(windows.filter(({ to }) => to !== null));
      }),
      { numRuns: 300 },
    );
  });

  it('a deadline never moves earlier, by an hour at most, and only when it lies in a window', () => {
    fc.assert(
      fc.property(arbitrarySight, minute, (given, deadlineAt) => {
        const windows = blindWindows(given, now);
        const movedAt = movedDeadline(deadlineAt, windows, now);

        if (windowAt(windows, deadlineAt) === undefined) expect(movedAt).toBe(deadlineAt);
        else expect(movedAt).toBeGreaterThanOrEqual(deadlineAt);
        expect(movedAt - deadlineAt).toBeLessThanOrEqual(3_600_000);
      }),
      { numRuns: 300 },
    );
  });
});
