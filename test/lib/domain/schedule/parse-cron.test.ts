import { expect, it } from 'vitest';
import { parseCron } from '../../../../lib/domain/schedule/parse-cron.ts';

it('parseCron lists the values of each field in ascending order', () => {
  expect(parseCron('30,0-20/10 22,1-3 1-31/10 6,1 1-5')).toEqual({
    minutes: [0, 10, 20, 30],
    hours: [1, 2, 3, 22],
    daysOfMonth: [1, 11, 21, 31],
    months: [1, 6],
    daysOfWeek: [1, 2, 3, 4, 5],
    minuteStar: false,
    hourStar: false,
    dayOfMonthStar: false,
    dayOfWeekStar: false,
  });
});

it('parseCron raises the star flag of a field that starts with a star, step or list included', () => {
  expect(parseCron('*/15 *,3 */3 * */2')).toMatchObject({
    minutes: [0, 15, 30, 45],
    minuteStar: true,
    hourStar: true,
    daysOfMonth: [1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31],
    dayOfMonthStar: true,
    daysOfWeek: [0, 2, 4, 6],
    dayOfWeekStar: true,
  });
  expect(parseCron('5,* 3,* 1,* * 1,*')).toMatchObject({
    minuteStar: false,
    hourStar: false,
    dayOfMonthStar: false,
    dayOfWeekStar: false,
  });
});

it.each([
  ['0 0 * * 0', [0]],
  ['0 0 * * 7', [0]],
  ['0 0 * * 0,7', [0]],
  ['0 0 * * 5-7', [0, 5, 6]],
  ['0 0 * * 0-7', [0, 1, 2, 3, 4, 5, 6]],
  ['0 0 * * 1-7/3', [0, 1, 4]],
  ['0 0 * * */7', [0]],
  ['0 0 * * SUN', [0]],
  ['0 0 * * mon-Fri/2', [1, 3, 5]],
  ['0 0 * * 1,WED,sat', [1, 3, 6]],
])('parseCron reads the days of week of %s', (cron, daysOfWeek) => {
  expect(parseCron(cron)?.daysOfWeek).toEqual(daysOfWeek);
});

it.each([
  ['0 0 1 jan *', [1]],
  ['0 0 1 Jan-MAR *', [1, 2, 3]],
  ['0 0 1 1,dec *', [1, 12]],
  ['0 0 1 */4 *', [1, 5, 9]],
  ['0 0 1 feb-12/5 *', [2, 7, 12]],
])('parseCron reads the months of %s', (cron, months) => {
  expect(parseCron(cron)?.months).toEqual(months);
});

it('parseCron separates fields by any run of spaces and tabs', () => {
  expect(parseCron('  5\t4 \t * *   *\t')).toEqual(parseCron('5 4 * * *'));
});

it('parseCron takes leading zeros and a step longer than its range', () => {
  expect(parseCron('08 */100 01-09/20 * *')).toMatchObject({ minutes: [8], hours: [0], daysOfMonth: [1] });
});

it.each([
  ['no field', ''],
  ['blanks alone', ' \t '],
  ['four fields', '0 0 * *'],
  ['six fields', '0 0 0 * * *'],
  ['a nickname', '@daily'],
  ['a newline', '0 0 * * *\n'],
  ['a no-break space between fields', '0\u00a00 * * *'],
  ['L', '0 0 L * *'],
  ['a weekday with L', '0 0 * * 5L'],
  ['W', '0 0 15W * *'],
  ['#', '0 0 * * 1#2'],
  ['?', '0 0 ? * *'],
  ['H', 'H 0 * * *'],
  ['a random value', '~ 0 * * *'],
  ['minute 60', '60 0 * * *'],
  ['hour 24', '0 24 * * *'],
  ['day of month 0', '0 0 0 * *'],
  ['day of month 32', '0 0 32 * *'],
  ['month 0', '0 0 1 0 *'],
  ['month 13', '0 0 1 13 *'],
  ['day of week 8', '0 0 * * 8'],
  ['a range past the end', '50-60 0 * * *'],
  ['a stepped range whose end no step reaches', '5-64/30 * * * *'],
  ['a range backwards', '0 22-6 * * *'],
  ['names backwards', '0 0 * * fri-sun'],
  ['step 0', '*/0 * * * *'],
  ['a range with step 0', '0-30/0 * * * *'],
  ['a step after a single number', '5/15 * * * *'],
  ['a step that is a name', '0 0 1 */jan *'],
  ['a step without a number', '*/ * * * *'],
  ['two steps', '*/2/3 * * * *'],
  ['an empty item in front', ',5 * * * *'],
  ['an empty item inside', '1,,2 * * * *'],
  ['an empty item at the end', '5, * * * *'],
  ['a range without an end', '5- * * * *'],
  ['a range without a start', '-5 * * * *'],
  ['a range of three', '1-2-3 * * * *'],
  ['a star with a range', '*-5 * * * *'],
  ['a number with letters', '5x * * * *'],
  ['a sign', '+5 * * * *'],
  ['a fraction', '1.5 * * * *'],
  ['a long name', '0 0 1 january *'],
  ['a weekday among months', '0 0 1 mon *'],
  ['a name in the hour', '0 noon * * *'],
  ['a number beyond cron', '99999999999 * * * *'],
  ['a property of every object', '0 0 1 constructor *'],
])('parseCron refuses %s', (_, cron) => {
  expect(parseCron(cron)).toBeNull();
});

it('parseCron refuses an expression longer than a thousand characters', () => {
  expect(parseCron(`${'0,'.repeat(600)}0 * * * *`)).toBeNull();
});
