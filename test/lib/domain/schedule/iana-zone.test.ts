import { expect, it } from 'vitest';
import { ianaZone } from '../../../../lib/domain/schedule/iana-zone.ts';
import { likelyZones } from '../../../../lib/domain/schedule/likely-zones.ts';
import { isZone } from '../../../../lib/domain/schedule/zone.ts';

it.each([
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['Etc/UTC', 'Etc/UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['america/sao_paulo', 'America/Sao_Paulo'],
  ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['US/Eastern', 'US/Eastern'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
])('ianaZone takes %s as %s', (text, zone) => {
  expect(ianaZone(text)).toEqual({ ok: true, value: zone });
});

it.each([
  ['BST', ' Did you mean "Europe/London" or "Asia/Dhaka"?'],
  ['AST', ' Did you mean "America/Halifax" or "Asia/Riyadh"?'],
  ['EST', ' Did you mean "America/New_York"?'],
  ['est5edt', ' Did you mean "America/New_York"?'],
  ['CET', ' Did you mean "Europe/Paris"?'],
  ['GMT', ' Did you mean "UTC" or "Europe/London"?'],
  ['Zulu', ' Did you mean "UTC"?'],
  ['Japan', ' Did you mean "Asia/Tokyo"?'],
  ['GB', ' Did you mean "Europe/London"?'],
  ['Berlin', ' Did you mean "Europe/Berlin"?'],
  ['Europe/New York', ' Did you mean "America/New_York"?'],
  ['India/Kolkata', ' Did you mean "Asia/Kolkata"?'],
  ['Mars/Olympus', ''],
  ['+03:00', ''],
  ['', ''],
  ['/', ''],
  ['constructor', ''],
  ['Europe/', ''],
])('ianaZone refuses %j', (text, proposal) => {
  expect(ianaZone(text)).toEqual({
    ok: false,
    code: 'tz_invalida',
    detail: `tz must be an IANA time zone name with a slash such as "America/Sao_Paulo", or "UTC"; got "${text}".${proposal}`,
  });
});

it('likelyZones proposes only zones that ianaZone takes, for every name without a slash', () => {
  const abbreviations =
    'ACST AEST AKST ART AST AWST BRT BST CAT CLT COT CST EAT EET EST GMT GST HKT HST IST JST KST'
      .concat(
        ' MET MSK MST NST NZST PKT PST SAST SGT TRT WAT WET WIB Z Cuba Egypt Eire PRC ROK NZ Navajo W-SU Zulu',
      )
      .split(' ');

  for (const zone of abbreviations.flatMap(likelyZones)) {
    expect([zone, isZone(zone), ianaZone(zone).ok]).toEqual([zone, true, true]);
  }
  expect(abbreviations.filter((name) => likelyZones(name).length === 0)).toEqual([]);
});
