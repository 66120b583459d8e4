import { CronExpressionParser } from 'cron-parser';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextRunAfter } from '../../../../lib/domain/schedule/next-run.ts';
import { arbitraryCron } from './arbitrary-cron.ts';
import { type CronLine, isDue } from './vixie-cron.ts';
import { rounds } from '../../../support/thorough.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WALK_MS = 3 * DAY_MS;

/** Zones that kept one offset from 2020 to 2026, with it in minutes. */
const STEADY: readonly (readonly [string, number])[] = [
  ['UTC', 0],
  ['Asia/Kathmandu', 345],
  ['America/Phoenix', -420],
  ['Pacific/Kiritimati', 840],
  ['Pacific/Marquesas', -570],
];

const CHANGING = [
  'America/New_York',
  'Europe/Berlin',
  'Europe/London',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'America/St_Johns',
  'Africa/Cairo',
  'Antarctica/Troll',
];

const clocks = new Map(
  CHANGING.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
);

/** Local minutes since the epoch, read from the calendar the platform prints: `2027-03-14 03:00`. */
function localMinute(tz: string, at: number): number {
  const text = clocks.get(tz)?.format(at) ?? '';
  return Date.parse(`${text.replace(' ', 'T')}Z`) / MINUTE_MS;
}

function instantBetween(from: string, to: string): fc.Arbitrary<number> {
  return fc.integer({ min: Date.parse(from), max: Date.parse(to) });
}

function nextMinuteAfter(at: number): number {
  return (Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS;
}

function walkedRun(line: CronLine, offsetMin: number, after: number, untilAt: number): number | null {
  for (let at = nextMinuteAfter(after); at <= untilAt; at += MINUTE_MS) {
    if (isDue(line, at / MINUTE_MS + offsetMin)) return at;
  }
  return null;
}

it('nextRunAfter finds what a walk minute by minute finds where no clock changes', () => {
  const instant = instantBetween('2020-01-01T00:00Z', '2026-01-01T00:00Z');

  fc.assert(
    fc.property(arbitraryCron(), fc.constantFrom(...STEADY), instant, (line, [tz, offsetMin], after) => {
      const found = nextRunAfter({ cron: line.cron, tz }, after);

      const walked = walkedRun(line, offsetMin, after, after + WALK_MS);
      if (walked === null) expect(found === null || found > after + WALK_MS).toBe(true);
      else expect(found).toBe(walked);
    }),
    { numRuns: rounds(200, 500) },
  );
});

it('nextRunAfter gives minutes that match and lie after, with no match of a starred schedule between', () => {
  const instant = instantBetween('2024-01-01T00:00Z', '2026-12-01T00:00Z');

  fc.assert(
    fc.property(arbitraryCron(), fc.constantFrom(...CHANGING), instant, (line, tz, after) => {
      const found = nextRunAfter({ cron: line.cron, tz }, after);

      fc.pre(found !== null);
      expect(found).toBeGreaterThan(after);
      expect(found % MINUTE_MS).toBe(0);
      const endsGap = localMinute(tz, found) - localMinute(tz, found - MINUTE_MS) > 1;
      expect(isDue(line, localMinute(tz, found)) || (endsGap && !line.isWild)).toBe(true);
      for (let at = nextMinuteAfter(after); at < Math.min(found, after + DAY_MS); at += MINUTE_MS) {
        if (isDue(line, localMinute(tz, at))) {
          expect(line.isWild).toBe(false);
          expect(isRepeat(tz, at)).toBe(true);
        }
      }
    }),
    { numRuns: 200 },
  );
});

function isRepeat(tz: string, at: number): boolean {
  return [30, 60, 120].some((minutes) => localMinute(tz, at - minutes * MINUTE_MS) === localMinute(tz, at));
}

it('nextRunAfter gives the same run from every instant before it, and a later one from the run itself', () => {
  const instant = instantBetween('2024-01-01T00:00Z', '2026-12-01T00:00Z');

  fc.assert(
    fc.property(
      arbitraryCron(),
      fc.constantFrom(...CHANGING),
      instant,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      ({ cron }, tz, after, fraction) => {
        const found = nextRunAfter({ cron, tz }, after);

        fc.pre(found !== null);
        expect(nextRunAfter({ cron, tz }, Math.floor(after + (found - after) * fraction))).toBe(found);
        const following = nextRunAfter({ cron, tz }, found);
        expect(following === null || following > found).toBe(true);
      },
    ),
    { numRuns: rounds(300, 1_000) },
  );
});

it('nextRunAfter agrees with cron-parser far from clock changes', () => {
  const instant = instantBetween('2020-01-01T00:00Z', '2025-01-01T00:00Z');
  fc.assert(
    fc.property(arbitraryCron(), fc.constantFrom(...STEADY), instant, (line, [tz], after) => {
      const [, , dayOfMonth, , dayOfWeek] = line.cron.split(' ');
      // The library joins the day fields by other rules, so one of them has to be silent.
      fc.pre(dayOfMonth === '*' || dayOfWeek === '*');
      const found = nextRunAfter({ cron: line.cron, tz }, after);

      fc.pre(found !== null);
      const days = dayOfMonth === '*' ? '*' : listOf(line.daysOfMonth);
      const weekdays = dayOfWeek === '*' ? '*' : listOf(line.daysOfWeek);
      const cron = `${listOf(line.minutes)} ${listOf(line.hours)} ${days} ${listOf(line.months)} ${weekdays}`;
      const oracle = CronExpressionParser.parse(cron, { tz, currentDate: new Date(after) });
      expect(found).toBe(oracle.next().getTime());
    }),
    { numRuns: 300 },
  );
});

function listOf(values: Set<number>): string {
  return [...values].sort((a, b) => a - b).join(',');
}
