import { expect, it } from 'vitest';
import { firstInstantOf, isZone, offsetMsAt, offsetSpanAt } from '../../../../lib/domain/schedule/zone.ts';

const MINUTE_MS = 60_000;

it.each(['UTC', 'America/Sao_Paulo', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3', 'Asia/Calcutta', 'GMT'])(
  'isZone takes %s',
  (tz) => {
    expect(isZone(tz)).toBe(true);
  },
);

it.each([
  '',
  '+03:00',
  '-0330',
  '+03',
  'UTC+3',
  'GMT-3',
  'Mars/Olympus',
  'Europe/Berlin ',
  ' UTC',
  'UTC\n',
  '__proto__',
  'Z',
  `Europe/${'x'.repeat(100_000)}`,
])('isZone refuses %j', (tz) => {
  expect(isZone(tz)).toBe(false);
});

it.each([
  ['UTC', '2027-07-01T00:00Z', 0],
  ['America/Sao_Paulo', '2027-07-01T00:00Z', -180],
  ['America/St_Johns', '2027-01-01T00:00Z', -210],
  ['America/St_Johns', '2027-07-01T00:00Z', -150],
  ['Asia/Kathmandu', '2027-01-01T00:00Z', 345],
  ['Pacific/Chatham', '2027-01-01T00:00Z', 825],
  ['Europe/London', '1970-01-01T00:00Z', 60],
])('offsetMsAt of %s at %s is %d minutes', (tz, at, minutes) => {
  expect(offsetMsAt(tz, Date.parse(at))).toBe(minutes * MINUTE_MS);
});

it('offsetMsAt changes at the very millisecond of the clock change', () => {
  const changeAt = Date.parse('2027-03-14T07:00Z');

  expect(offsetMsAt('America/New_York', changeAt - 1)).toBe(-300 * MINUTE_MS);
  expect(offsetMsAt('America/New_York', changeAt)).toBe(-240 * MINUTE_MS);
});

it('offsetSpanAt ends no later than the offset does', () => {
  const changeAt = Date.parse('2027-10-02T15:30Z');

  expect(offsetSpanAt('Australia/Lord_Howe', changeAt - 1)).toMatchObject({
    untilAt: changeAt,
    offsetMs: 630 * MINUTE_MS,
  });
  expect(offsetSpanAt('Australia/Lord_Howe', changeAt)).toMatchObject({
    fromAt: changeAt,
    offsetMs: 660 * MINUTE_MS,
  });
});

it('offsetSpanAt throws for a zone that isZone refuses', () => {
  expect(() => offsetSpanAt('+03:00', 0)).toThrow(RangeError);
});

it.each([
  ['a plain time', 'Asia/Tokyo', '2027-05-01T09:00', '2027-05-01T00:00'],
  ['a skipped time, whose gap ends at', 'Europe/Berlin', '2027-03-28T02:59', '2027-03-28T01:00'],
  ['a repeated time, shown first at', 'Europe/Berlin', '2027-10-31T02:00', '2027-10-31T00:00'],
  ['the minute after a repeated hour', 'Europe/Berlin', '2027-10-31T03:00', '2027-10-31T02:00'],
  ['midnight skipped', 'America/Sao_Paulo', '2018-11-04T00:00', '2018-11-04T03:00'],
  ['a day skipped whole', 'Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00'],
])('firstInstantOf finds %s (%s %s: %s)', (_, tz, local, instant) => {
  expect(firstInstantOf(tz, Date.parse(`${local}Z`))).toBe(Date.parse(`${instant}Z`));
});

it('offsetMsAt stays right when more weeks are asked for than are kept', () => {
  const instants = Array.from(
    { length: 600 },
    (_, week) => Date.parse('2020-01-06T12:00Z') + week * 7 * 86_400_000,
  );

  const offsets = instants.map((at) => offsetMsAt('Europe/Berlin', at) / MINUTE_MS);

  expect(offsets.slice(0, 13)).toEqual([60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 120]);
  expect(offsetMsAt('Europe/Berlin', Date.parse('2020-07-01T00:00Z'))).toBe(120 * MINUTE_MS);
});
