import { describe, expect, it } from 'vitest';
import {
  readCheck,
  type BesideChecks,
  type HealthchecksCheck,
} from '../../../../../lib/domain/monitors/switch/healthchecks-check.ts';

const uuid = 'f618072a-7bde-4eee-af63-71a77c570001';
const NOW = Date.UTC(2026, 10, 27);
const ALONE = { now: NOW, hasPingKey: false, channels: new Map() };
const read = (check: HealthchecksCheck, beside: BesideChecks = ALONE) => {
  const decision = readCheck({ name: 'a', uuid, ...check }, beside);
  if (!decision.ok) throw new Error(decision.detail);
  return decision.value;
};
const fieldsOf = (check: HealthchecksCheck) => read(check).lost.map(({ field }) => field);

describe('a check of Healthchecks', () => {
  it.each<[string, HealthchecksCheck, object]>([
    ['by default', {}, { intervalSec: 90_000, maxDurationSec: 3_600 }],
    ['a minute and a minute', { timeout: 60, grace: 60 }, { intervalSec: 120, maxDurationSec: 60 }],
    [
      'a year and a year',
      { timeout: 31_536_000, grace: 31_536_000 },
      { intervalSec: 31_622_400, maxDurationSec: null },
    ],
    ['a second and a second', { timeout: 1, grace: 1 }, { intervalSec: 30, maxDurationSec: 60 }],
    ['a schedule without grace', { schedule: '0 4 * * *', grace: 0 }, { graceSec: 30 }],
    [
      'runs of two days',
      { timeout: 172_800, grace: 172_800 },
      { intervalSec: 345_600, maxDurationSec: null },
    ],
    [
      'a schedule without a zone',
      { schedule: '0 4 * * *', grace: 60 },
      { cron: '0 4 * * *', tz: 'UTC', graceSec: 60 },
    ],
    [
      'a schedule with a week of grace',
      { schedule: '0 4 * * *', tz: 'Europe/Kyiv', grace: 604_800 },
      { tz: 'Europe/Kyiv', graceSec: 86_400 },
    ],
    ['a pause', { status: 'paused' }, { pausedUntil: '2026-12-27T00:00:00.000Z' }],
    ['a name of spaces', { name: ' ', slug: 'db' }, { name: 'db' }],
    ['no name at all', { name: '' }, { name: 'check f618072a' }],
    ['a long name', { name: '夜'.repeat(100) }, { name: '夜'.repeat(80) }],
    [
      'tags of all kinds',
      { tags: ' b A räum a c d e f g h i ' },
      { tags: ['b', 'a', 'c', 'd', 'e', 'f', 'g', 'h'] },
    ],
  ])('with %s', (_what, check, wanted) => expect(read(check).wanted).toMatchObject(wanted));

  it.each<[HealthchecksCheck, string[]]>([
    [{}, []],
    [{ timeout: 31_536_000, grace: 31_536_000 }, ['timeout', 'max_duration_sec']],
    [{ schedule: '0 4 * * *', grace: 604_800 }, ['grace', 'max_duration_sec']],
    [{ timeout: 172_800, grace: 86_400 }, []],
    [{ name: 'x'.repeat(81), tags: 'ä', status: 'paused' }, ['tags', 'name', 'status']],
    [{ tags: 'prod DB db' }, ['tags']],
    [{ tags: 'DB ä' }, ['tags', 'tags']],
    [
      { desc: 'd', slug: 's', channels: 'c', methods: 'POST', filter_subject: true, manual_resume: true },
      ['desc', 'methods', 'filters', 'manual_resume', 'slug', 'channels'],
    ],
  ])('loses of %j what it names', (check, fields) => expect(fieldsOf(check)).toEqual(fields));

  it.each<[string, HealthchecksCheck]>([
    ['no UUID', { uuid: undefined }],
    ['a UUID that is none', { uuid: 'F618072A', ping_url: 'https://hc.example/ping/key/slug' }],
    ['an OnCalendar schedule', { schedule: 'Mon *-*-* 04:00' }],
    ['a schedule of several lines', { schedule: '0 4 * *\n*' }],
  ])('is refused with %s', (_what, check) => expect(readCheck({ uuid, ...check }, ALONE).ok).toBe(false));

  it.each([
    ['nightly', false, 'nightly', ['slug']],
    ['nightly', true, 'nightly', []],
    ['db_dump-2', true, 'db_dump-2', []],
    ['a'.repeat(100), true, 'a'.repeat(100), []],
    ['a'.repeat(101), true, undefined, ['slug']],
    ['Nightly', true, undefined, ['slug']],
    ['-_-', true, undefined, ['slug']],
    ['nächtlich', true, undefined, ['slug']],
    ['', false, undefined, []],
  ])('has of the slug %j, with a ping key: %s, the one that jobs ping by', (slug, hasPingKey, kept, lost) => {
    const value = read({ slug }, { ...ALONE, hasPingKey });

    expect(value.slug).toBe(kept);
    expect(value.lost.map(({ field }) => field)).toEqual(lost);
  });

  it('names each channel that it loses, and by what to replace it', () => {
    const channels = new Map(
      [
        { id: 'c1', name: 'Ops', kind: 'email' },
        { id: 'c2', name: '', kind: 'po' },
        { id: 'c3', name: 'x'.repeat(500), kind: 'shell' },
        { id: 'c4', name: 'proto', kind: '__proto__' },
      ].map((each) => [each.id, each]),
    );

    const { lost } = read({ channels: 'c1,c2,c3,c4,c9,c1' }, { ...ALONE, channels });

    expect(lost.map(({ detail }) => detail)).toEqual([
      'The channel "Ops" of kind email stays behind: the export hides its address; set it as alert_to of its monitors, or yours as `to` of one channel for all (POST /api/channels).',
      'The channel of kind po stays behind: the export hides where it leads; add it again with kind pushover (POST /api/channels).',
      `The channel "${'x'.repeat(60)}" of kind shell stays behind: there is no such kind here; try a webhook (POST /api/channels).`,
      'The channel "proto" of kind __proto__ stays behind: there is no such kind here; try a webhook (POST /api/channels).',
      'Its channels are not in the export; add one for all monitors (POST /api/channels).',
    ]);
  });
});
