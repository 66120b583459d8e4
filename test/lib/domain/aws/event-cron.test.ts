import { describe, expect, it } from 'vitest';
import { cronOfEventBridge } from '../../../../lib/domain/aws/event-cron.ts';
import { nextRunWithin } from '../../../../lib/domain/schedule/next-run.ts';
import type { Schedule } from '../../../../lib/domain/schedule/schedule.ts';
import { itThorough } from '../../../support/thorough.ts';
import { eventBridgeRuns } from './event-bridge.ts';

const NOW = Date.parse('2026-11-27T00:00:00Z');
const END = Date.parse('2028-11-27T00:00:00Z');

function cronRuns(schedule: Schedule): number[] {
  const runs: number[] = [];
  for (let at = NOW - 1; ;) {
    const next = nextRunWithin(schedule, at, 800);
    if (next === null || next >= END) return runs;
    runs.push(next);
    at = next;
  }
}

/** Expression, zone, and the cron that it becomes. */
const CONVERTED = [
  ['0 12 * * ? *', 'UTC', '0 12 * * *'],
  ['0/15 * * * ? *', 'UTC', '0,15,30,45 * * * *'],
  ['*/7 * * * ? *', 'UTC', '0,7,14,21,28,35,42,49,56 * * * *'],
  ['* * * * ? *', 'UTC', '* * * * *'],
  ['5/20 8-17 ? * MON-FRI *', 'UTC', '5,25,45 8-17 * * 1-5'],
  ['30 2 ? * 2-6 *', 'UTC', '30 2 * * 1-5'],
  ['0 0 ? * 1,7 *', 'UTC', '0 0 * * 0,6'],
  ['0 0 ? * SUN *', 'UTC', '0 0 * * 0'],
  ['0 8 1 * ? *', 'UTC', '0 8 1 * *'],
  ['15 10 1/10 * ? *', 'UTC', '15 10 1,11,21,31 * *'],
  ['0 6 31 * ? *', 'UTC', '0 6 31 * *'],
  ['0 6 1 JAN,JUL ? *', 'UTC', '0 6 1 1,7 *'],
  ['0 6 1 1/3 ? *', 'UTC', '0 6 1 1,4,7,10 *'],
  ['0 18 L 1,3,5 ? *', 'UTC', '0 18 31 1,3,5 *'],
  ['0 18 L APR ? *', 'UTC', '0 18 30 4 *'],
  ['0 9 ? * 2#1 *', 'UTC', '0 9 */31,2-7 * 1'],
  ['0 9 ? * SAT#1 *', 'UTC', '0 9 */31,2-7 * 6'],
  ['0 9 ? * 1#2 *', 'UTC', '0 9 8-14 * */7'],
  ['0 9 ? * SUN#5 *', 'UTC', '0 9 29-31 * */7'],
  ['0 3 * * ? 2026-2199', 'UTC', '0 3 * * *'],
  ['0 3 * * ? 2020/1', 'UTC', '0 3 * * *'],
  ['0 * * * ? *', 'America/New_York', '0 0-23 * * *'],
  ['0/10 * * * ? *', 'Europe/Berlin', '0,10,20,30,40,50 0-23 * * *'],
  ['30 1 * * ? *', 'America/New_York', '30 1 * * *'],
  ['0 3 * * ? *', 'America/New_York', '0 3 * * *'],
  ['30 2 * * ? *', 'America/Sao_Paulo', '30 2 * * *'],
  ['15 2 ? * MON-FRI *', 'Europe/Berlin', '15 2 * * 1-5'],
  ['0 2,3 * * ? *', 'Europe/Berlin', '0 2,3 * * *'],
  ['45 1 * * ? *', 'Australia/Lord_Howe', '45 1 * * *'],
] as const;

describe('cron expressions of EventBridge', () => {
  it.each(CONVERTED)('runs %s in %s as %s in every minute of two years', (expression, tz, cron) => {
    const read = cronOfEventBridge(expression, tz, NOW);
    expect(read).toEqual({ ok: true, value: { cron, tz } });
    const runs = cronRuns({ cron, tz });
    expect(runs.length).toBeGreaterThan(1);
    expect(runs).toEqual(eventBridgeRuns(expression, tz, NOW, END));
  });

  it.each([
    ['0 12 L * ? *', 'UTC', 'last day of the month'],
    ['0 12 L 2 ? *', 'UTC', 'last day of the month'],
    ['0 12 L 1,4 ? *', 'UTC', 'last day of the month'],
    ['0 12 3W * ? *', 'UTC', 'nearest weekday'],
    ['0 12 LW * ? *', 'UTC', 'nearest weekday'],
    ['0 12 ? * 6L *', 'UTC', 'last weekday'],
    ['0 12 ? * L *', 'UTC', 'last weekday'],
    ['0 12 ? * 2#2 *', 'UTC', 'number 2 of a weekday'],
    ['0 12 ? * 2#6 *', 'UTC', 'not understood'],
    ['0 12 * * ? 2027', 'UTC', 'cron has no years'],
    ['0 12 * * ? 2027-2030', 'UTC', 'from 2027 to 2030'],
    ['0 12 * * ? 2026/2', 'UTC', 'cron has no years'],
    ['0 12 * * ? 2020-2025', 'UTC', 'have passed'],
    ['0 12 * * * *', 'UTC', 'must be "?"'],
    ['0 12 ? * ? *', 'UTC', 'must be "?"'],
    ['0 12 1 * MON *', 'UTC', 'must be "?"'],
    ['0 12 * * ?', 'UTC', 'six fields, not 5'],
    ['60 12 * * ? *', 'UTC', 'minutes "60"'],
    ['0 22-2 * * ? *', 'UTC', 'hours "22-2"'],
    ['0 12 ? * FRI-MON *', 'UTC', 'day of week "FRI-MON"'],
    ['0 12 ? * 0 *', 'UTC', 'day of week "0"'],
    ['0 12 * 13 ? *', 'UTC', 'month "13"'],
    ['*/0 12 * * ? *', 'UTC', 'minutes "*/0"'],
    ['0 12 * * ? , ', 'UTC', 'year'],
    [
      '30 2 * * ? *',
      'America/New_York',
      'its run at 2027-03-14T02:30 falls into an hour that America/New_York skips',
    ],
    ['30 * * * ? *', 'Europe/Berlin', 'its run at 2027-03-28T02:30'],
    ['15 2 * * ? *', 'Australia/Lord_Howe', '2027-10-03T02:15'],
  ] as const)('refuses %s in %s: %s', (expression, tz, reason) => {
    const read = cronOfEventBridge(expression, tz, NOW);
    expect(read).toMatchObject({ ok: false, detail: expect.stringContaining(reason) });
  });

  itThorough(
    'agrees with EventBridge for drawn expressions, or refuses them',
    () => {
      let seed = 7;
      const draw = (count: number) => (seed = (seed * 48_271) % 2_147_483_647) % count;
      const field = (min: number, max: number) => {
        const from = min + draw(max - min + 1);
        const forms = [
          '*',
          `${from}`,
          `${from}/${1 + draw(9)}`,
          `${min}-${from}`,
          `${min}-${from}/${1 + draw(4)}`,
          `${min},${from}`,
        ];
        return forms[draw(forms.length)] ?? '*';
      };
      const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Europe/London'] as const;
      let agreed = 0;
      for (let round = 0; round < 24; round++) {
        const isWeekday = draw(2) === 1;
        const days = isWeekday ? ['?', field(1, 12), field(1, 7)] : [field(1, 31), field(1, 12), '?'];
        const expression = [String(draw(60)), field(0, 23), ...days, '*'].join(' ');
        const tz = zones[round % 4] ?? 'UTC';
        const read = cronOfEventBridge(expression, tz, NOW);
        if (!read.ok) expect(read.detail, expression).toMatch(/skips/);
        else {
          expect(cronRuns(read.value), expression).toEqual(eventBridgeRuns(expression, tz, NOW, END));
          agreed += 1;
        }
      }
      expect(agreed).toBeGreaterThan(12);
    },
    60_000,
  );
});
