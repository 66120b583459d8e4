import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { rounds } from '../../../support/thorough.ts';
import { nextRunAfter } from '../../../../lib/domain/schedule/next-run.ts';
import { arbitraryCron, arbitraryNightlyCron } from './arbitrary-cron.ts';
import { type ClockChange, vixieRuns } from './vixie-cron.ts';

const HOUR_MS = 3_600_000;

it.each<[tz: string, at: string, beforeMin: number, afterMin: number]>([
  ['America/New_York', '2027-03-14T07:00Z', -300, -240],
  ['America/New_York', '2027-11-07T06:00Z', -240, -300],
  ['Europe/Berlin', '2027-03-28T01:00Z', 60, 120],
  ['Europe/Berlin', '2027-10-31T01:00Z', 120, 60],
  ['Europe/London', '2027-03-28T01:00Z', 0, 60],
  ['Europe/London', '2027-10-31T01:00Z', 60, 0],
  ['Australia/Lord_Howe', '2027-04-03T15:00Z', 660, 630],
  ['Australia/Lord_Howe', '2027-10-02T15:30Z', 630, 660],
  ['Pacific/Auckland', '2027-04-03T14:00Z', 780, 720],
  ['Pacific/Auckland', '2027-09-25T14:00Z', 720, 780],
  ['America/Sao_Paulo', '2018-02-18T02:00Z', -120, -180],
  ['America/Sao_Paulo', '2018-11-04T03:00Z', -180, -120],
  ['Africa/Cairo', '2025-04-24T22:00Z', 120, 180],
  ['Africa/Cairo', '2025-10-30T21:00Z', 180, 120],
  ['Africa/Casablanca', '2025-02-23T02:00Z', 60, 0],
  ['Africa/Casablanca', '2025-04-06T02:00Z', 0, 60],
  ['America/St_Johns', '2027-03-14T05:30Z', -210, -150],
  ['America/St_Johns', '2027-11-07T04:30Z', -150, -210],
  ['Antarctica/Troll', '2027-03-28T01:00Z', 0, 120],
  ['Antarctica/Troll', '2027-10-31T01:00Z', 120, 0],
  ['Asia/Pyongyang', '2018-05-04T15:00Z', 510, 540],
])(
  'nextRunAfter starts jobs when vixie cron does around the change of %s at %s',
  (tz, change, ...offsets) => {
    const [beforeMin, afterMin] = offsets;
    const clock: ClockChange = { tz, at: Date.parse(change), beforeMin, afterMin };
    const fromAt = clock.at - 26 * HOUR_MS;
    const untilAt = clock.at + 26 * HOUR_MS;

    fc.assert(
      fc.property(fc.oneof(arbitraryNightlyCron(), arbitraryCron()), (line) => {
        const expected = vixieRuns(line, clock, fromAt, untilAt);

        expect(runsBetween(line.cron, tz, fromAt - 1, untilAt)).toEqual(expected);
      }),
      { numRuns: rounds(20, 60) },
    );
  },
);

function runsBetween(cron: string, tz: string, after: number, untilAt: number): number[] {
  const runs: number[] = [];
  let next = nextRunAfter({ cron, tz }, after);
  while (next !== null && next < untilAt) {
    runs.push(next);
    next = nextRunAfter({ cron, tz }, next);
  }
  return runs;
}
