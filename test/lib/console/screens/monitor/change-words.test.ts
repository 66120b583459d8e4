import { expect, it } from 'vitest';
import { changeWords, fieldWords } from '../../../../../lib/console/screens/monitor/change-words.ts';

const AT = { now: Date.parse('2027-03-02T12:00:00Z'), zone: 'Europe/Berlin' };

it.each([
  ['changed', 'api_key', 'Changed by an API key'],
  ['paused_by_tag', 'guest', 'Paused by tag by a guest'],
  ['ping_url_rotated', 'session', 'Ping URL replaced by a signed-in user'],
  ['changed', 'pause_link', 'Changed by the button of an alert'],
  ['changed', 'some_other', 'Changed by some other'],
] as const)('%s by %s: %s', (kind, by, words) => {
  expect(changeWords({ kind, by })).toBe(words);
});

type Field = Parameters<typeof fieldWords>[0];
type Case = [field: Field['field'], from: Field['from'], to: Field['to'], words: string];

it.each<Case>([
  ['grace_sec', 900, 1_200, 'Grace: 20 min, was 15 min'],
  ['max_duration_sec', null, 5_400, 'Run limit: 1 h 30 min, was no limit'],
  ['alert_repeat_sec', null, 21_600, 'Remind every: 6 h, was day'],
  ['paused_until', null, '2027-03-02T14:30:00Z', 'Paused until: 15:30, was not paused'],
  ['tags', ['db', 'night'], [], 'Tags: none, was db, night'],
  ['alert_channels', null, false, 'Use my channels: off, was on'],
  ['cron', null, '30 2 * * *', 'Schedule: 30 2 * * *, was none'],
])('%s from %o to %o: %s', (field, from, to, words) => {
  expect(fieldWords({ field, from, to }, AT)).toBe(words);
});

it('of a new monitor is told what it is', () => {
  const grace = { field: 'grace_sec', from: null, to: 900 } as const;
  expect(fieldWords(grace, { ...AT, isNew: true })).toBe('Grace: 15 min');
});
