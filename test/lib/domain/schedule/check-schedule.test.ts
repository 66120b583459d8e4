import { expect, it } from 'vitest';
import { checkEachOnce, checkSchedule } from '../../../../lib/domain/schedule/check-schedule.ts';

const NOW = Date.parse('2027-03-01T12:00Z');

it('checkSchedule gives the next run and the window of a valid schedule', () => {
  expect(checkSchedule({ cron: '0 3 * * mon', tz: 'America/Sao_Paulo' }, NOW)).toEqual({
    ok: true,
    nextAt: Date.parse('2027-03-08T06:00Z'),
    windowSec: 604_800,
  });
});

it('checkEachOnce judges a schedule once, each zone and refusal by itself', () => {
  const check = checkEachOnce();
  const schedules = ['UTC', 'America/Sao_Paulo', 'Nowhere'].flatMap((tz) =>
    ['0 3 * * *', '0 4 * * *', '0 0 30 2 *'].map((cron) => ({ cron, tz })),
  );

  const first = schedules.map((schedule) => check({ ...schedule }, NOW));
  const again = schedules.map((schedule) => check({ ...schedule }, NOW));

  expect(first).toEqual(schedules.map((schedule) => checkSchedule(schedule, NOW)));
  for (const [index, judged] of again.entries()) expect(judged).toBe(first[index]);
});

it.each([
  ['0 0 0 * * *', 'cron must have five fields: minute, hour, day of month, month and day of week; got 6.'],
  [
    '@daily',
    'cron must have five fields: minute, hour, day of month, month and day of week; nicknames such as @daily are not supported here.',
  ],
  ['0 24 * * *', 'A value in the hour field of cron must be 0 to 23; got "24".'],
  ['0 22-6 * * *', 'A range in the hour field of cron must not run backwards; got "22-6".'],
  ['*/0 * * * *', 'A step in the minute field of cron must be at least 1; got "*/0".'],
  ['5/15 * * * *', 'A step in the minute field of cron needs "*" or a range before it; got "5/15".'],
  ['1,,2 * * * *', 'A list in the minute field of cron must not have an empty item.'],
  [
    '0 0 L * *',
    'The day of month field of cron takes "*", numbers 1 to 31, ranges, lists and steps; got "L".',
  ],
  [
    '0 0 * * Friday',
    'The day of week field of cron takes "*", numbers 0 to 7 or names sun to sat, ranges, lists and steps; got "Friday".',
  ],
])('checkSchedule refuses %s in one sentence', (cron, detail) => {
  expect(checkSchedule({ cron, tz: 'UTC' }, NOW)).toEqual({ ok: false, code: 'cron_invalido', detail });
});

it('checkSchedule keeps a pasted crontab line out of its sentence', () => {
  const check = checkSchedule({ cron: '0 3 * * * mysqldump -psecret', tz: 'UTC' }, NOW);

  expect(check).toEqual({
    ok: false,
    code: 'cron_invalido',
    detail: 'cron must have five fields: minute, hour, day of month, month and day of week; got 7.',
  });
});

it('checkSchedule refuses an offset as a zone', () => {
  expect(checkSchedule({ cron: '0 3 * * *', tz: '+03:00' }, NOW)).toEqual({
    ok: false,
    code: 'tz_invalida',
    detail: 'tz must be an IANA time zone name such as "America/Sao_Paulo" or "UTC"; got "+03:00".',
  });
});

it('checkSchedule takes 29 February in the year before it', () => {
  expect(checkSchedule({ cron: '0 0 29 2 *', tz: 'UTC' }, NOW)).toEqual({
    ok: true,
    nextAt: Date.parse('2028-02-29T00:00Z'),
    windowSec: 31_622_400,
  });
});

it.each([
  [
    '0 0 29 2 *',
    'cron "0 0 29 2 *" has no occurrence within 366 days: its next one is at 2032-02-29T03:00:00.000Z.',
  ],
  ['0 0 31 2,4 *', 'cron "0 0 31 2,4 *" never occurs: no month it names has such a day.'],
])('checkSchedule says when %s occurs, if ever', (cron, detail) => {
  const now = Date.parse('2028-03-01T12:00Z');

  expect(checkSchedule({ cron, tz: 'America/Sao_Paulo' }, now)).toEqual({
    ok: false,
    code: 'cron_sem_ocorrencia',
    detail,
  });
});
