import { afterEach, describe, expect, it } from 'vitest';
import { clock } from '../../../../lib/console/state/clock.ts';
import { instantOf, localInput } from '../../../../lib/console/state/local-input.ts';
import { momentHere, showZone, zone } from '../../../../lib/console/state/zone.ts';

const OWN = Intl.DateTimeFormat().resolvedOptions().timeZone;
const at = Date.parse('2027-03-01T23:30:00Z');
afterEach(() => showZone(null));

it('times are those of the browser until a profile names another zone, and again without one', () => {
  expect(zone.value).toBe(OWN);
  showZone('Asia/Tokyo');
  expect(zone.value).toBe('Asia/Tokyo');
  showZone(null);
  expect(zone.value).toBe(OWN);
});

it('a zone that this browser does not know shows its own rather than nothing', () => {
  showZone('Mars/Olympus');
  expect(zone.value).toBe(OWN);
});

it('a moment is said in the zone that is shown', () => {
  clock.value = at;
  expect((showZone('UTC'), momentHere(at))).toBe('23:30');
  expect((showZone('Asia/Tokyo'), momentHere('2027-03-01T23:30:00Z'))).toBe('08:30');
  expect((showZone('America/New_York'), momentHere(at + 12 * 3_600_000))).toBe('Tue 2 Mar 06:30');
});

describe('what is typed as a local time', () => {
  it.each([
    ['UTC', '2027-03-01T23:30'],
    ['Asia/Tokyo', '2027-03-02T08:30'],
    ['America/St_Johns', '2027-03-01T20:00'],
    ['Pacific/Kiritimati', '2027-03-02T13:30'],
  ])('is of %s', (name, local) => {
    showZone(name);
    expect(localInput(at)).toBe(local);
    expect(instantOf(local)).toBe(at);
  });

  it.each([
    '2027-03-28T01:59',
    '2027-03-28T03:00',
    '2027-10-31T01:59',
    '2027-10-31T03:00',
    '2027-06-01T00:00',
  ])('around a change of the clocks: %s', (local) => {
    showZone('Europe/Berlin');
    expect(localInput(instantOf(local))).toBe(local);
  });

  it('of an hour that is left out is a moment beside it', () => {
    showZone('Europe/Berlin');
    expect(['2027-03-28T01:30', '2027-03-28T03:30']).toContain(localInput(instantOf('2027-03-28T02:30')));
  });

  it.each(['', 'soon'])('is no moment: %j', (local) => {
    expect(instantOf(local)).toBeNaN();
  });
});
