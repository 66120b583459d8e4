import { describe, expect, it } from 'vitest';
import {
  draftOf,
  fitted,
  newDraft,
  retimed,
  scheduleOf,
  toldAfterWords,
  wrongIn,
} from '../../../../lib/console/schedule/draft.ts';

const UTC = 'UTC';
const TOGETHER = 'Together with the grace time, this must be between 30 s and 366 d.';
const SCHEDULED = { name: 'x', interval_sec: 86_400, cron: '0 4 * * *', tz: UTC, grace_sec: 120 };

describe('something that runs every so often', () => {
  it('begins with a day and an hour, sends the sum and says it', () => {
    const draft = newDraft('interval', UTC);

    expect([draft.every, draft.unit, draft.late, draft.lateUnit]).toEqual(['1', 'days', '1', 'hours']);
    expect(scheduleOf(draft)).toEqual({ interval_sec: 90_000 });
    expect(toldAfterWords(draft)).toBe('You are notified after 25 h without a ping.');
  });

  it.each([
    [90_000, ['1', 'days', '1', 'hours']],
    [86_400, ['1', 'days', '0', 'minutes']],
    [5_400, ['1', 'hours', '30', 'minutes']],
    [300, ['5', 'minutes', '0', 'minutes']],
    [90, ['1', 'minutes', '0.5', 'minutes']],
    [30, ['0.5', 'minutes', '0', 'minutes']],
  ])('reads %i s as what sums up to it', (sec, fields) => {
    const draft = draftOf({ name: 'x', interval_sec: sec, cron: null, tz: null, grace_sec: null }, UTC);

    expect([draft.every, draft.unit, draft.late, draft.lateUnit]).toEqual(fields);
    expect(scheduleOf(draft)).toEqual({ interval_sec: sec });
  });

  it('says that there is no leeway where there is none', () => {
    expect(toldAfterWords({ ...newDraft('interval', UTC), late: '0' })).toBe(
      'You are notified after 24 h without a ping: a run that ends later than the last one did is late.',
    );
    expect(toldAfterWords({ ...newDraft('interval', UTC), late: 'x' })).toBe(null);
  });

  it.each([
    [{ every: '' }, { every: 'This must be a number, such as 10 or 1.5.' }],
    [{ late: 'x' }, { late: 'This must be a number, such as 10 or 1.5.' }],
    [{ late: '-1' }, { late: 'This must be 0 or more.' }],
    [{ every: '400' }, { every: TOGETHER }],
    [{ every: '0.2', unit: 'minutes', late: '0' }, { every: TOGETHER }],
    [{ every: '-1', late: '48' }, { every: TOGETHER }],
    [{ every: '0.2', unit: 'minutes', late: '1' }, {}],
  ] as const)('%o is judged before it is sent', (typed, wrong) => {
    expect(wrongIn({ ...newDraft('interval', UTC), ...typed })).toEqual(wrong);
  });
});

describe('a nickname of cron', () => {
  it.each([
    ['@daily', '0 0 * * *'],
    [' @Hourly ', '0 * * * *'],
  ])('%s is sent as the five fields that it stands for', (cron, fields) => {
    const draft = { ...newDraft('cron', UTC), cron };

    expect(scheduleOf(draft)).toMatchObject({ cron: fields });
    expect(wrongIn(draft)).toEqual({});
  });

  it('that stands for no time is refused', () => {
    expect(wrongIn({ ...newDraft('cron', UTC), cron: '@reboot' })).toHaveProperty('cron');
  });
});

describe('how late a run may be', () => {
  it.each([
    [
      { every: '5', unit: 'minutes' },
      { late: '1.5', lateUnit: 'minutes' },
    ],
    [
      { every: '1', unit: 'hours' },
      { late: '12', lateUnit: 'minutes' },
    ],
    [{ every: '30' }, { late: '1', lateUnit: 'hours' }],
  ] as const)('follows %o until it is typed', (typed, late) => {
    expect(retimed(newDraft('interval', UTC), typed)).toEqual({ ...typed, ...late });
    expect(retimed({ ...newDraft('interval', UTC), hasOwnLate: true }, typed)).toEqual(typed);
  });

  it('of a monitor stays, and so does that beside no number', () => {
    const interval = { name: 'x', interval_sec: 90_000, cron: null, tz: null, grace_sec: null };

    expect(retimed(draftOf(interval, UTC), { every: '2' })).toEqual({ every: '2' });
    expect(retimed(newDraft('interval', UTC), { every: 'x' })).toEqual({ every: 'x' });
  });
});

describe('a schedule', () => {
  it.each([
    [
      { cron: '61 * * * *' },
      { cron: 'A value in the minute field of “Schedule” must be 0 to 59; got "61".' },
    ],
    [{ cron: '* *' }, { cron: expect.stringMatching(/^“Schedule” must have five fields: .*; got 2\.$/) }],
    [{ graceMin: '99999' }, { graceMin: 'This must be between 30 s and 1 d.' }],
    [{ graceMin: 'ten' }, { graceMin: 'This must be a number, such as 10 or 1.5.' }],
    [{}, {}],
  ])('%o is judged before it is sent', (typed, wrong) => {
    expect(wrongIn({ ...newDraft('cron', UTC), ...typed })).toEqual(wrong);
  });
});

describe('the grace of a schedule', () => {
  it('follows the schedule until it is typed, and that of a monitor stays', () => {
    const draft = newDraft('cron', UTC);

    expect(fitted(draft, 720)).toEqual({ graceMin: '12' });
    expect(fitted({ ...draft, graceMin: '12' }, 720)).toBe(null);
    expect(fitted({ ...draft, hasOwnGrace: true }, 720)).toBe(null);
    expect(fitted(draftOf(SCHEDULED, UTC), 3_600)).toBe(null);
    expect(fitted(draft, null)).toBe(null);
  });
});
