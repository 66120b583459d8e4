import { describe, expect, it } from 'vitest';
import {
  draftOf,
  fitted,
  newDraft,
  scheduleOf,
  toldAfterWords,
} from '../../../../lib/console/schedule/draft.ts';

const UTC = 'UTC';
const SCHEDULED = { name: 'x', interval_sec: 86_400, cron: '0 4 * * *', tz: UTC, grace_sec: 120 };

describe('something that runs every so often', () => {
  it('begins with a day and an hour, sends the sum and says it', () => {
    const draft = newDraft('interval', UTC);

    expect([draft.every, draft.unit, draft.late, draft.lateUnit]).toEqual(['1', 'days', '1', 'hours']);
    expect(scheduleOf(draft)).toEqual({ interval_sec: 90_000 });
    expect(toldAfterWords(draft)).toBe('You are told after 25 h without a ping.');
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
      'You are told after 24 h without a ping: a run that ends later than the last one did is late.',
    );
    expect(toldAfterWords({ ...newDraft('interval', UTC), late: 'x' })).toBe(null);
  });

  it('sends what is no number as 0, also where only the leeway is none', () => {
    expect(scheduleOf({ ...newDraft('interval', UTC), late: 'x' })).toEqual({ interval_sec: 0 });
    expect(scheduleOf({ ...newDraft('interval', UTC), every: '' })).toEqual({ interval_sec: 0 });
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
