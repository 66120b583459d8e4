import { describe, expect, it } from 'vitest';
import {
  readCheck,
  type HealthchecksCheck,
} from '../../../../../lib/domain/monitors/switch/healthchecks-check.ts';

const uuid = 'f618072a-7bde-4eee-af63-71a77c570001';
const NOW = Date.UTC(2026, 10, 27);
const read = (check: HealthchecksCheck) => {
  const decision = readCheck({ name: 'a', uuid, ...check }, NOW);
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
    [
      { desc: 'd', slug: 's', channels: 'c', methods: 'POST', filter_subject: true, manual_resume: true },
      ['desc', 'slug', 'channels', 'methods', 'filters', 'manual_resume'],
    ],
  ])('loses of %j what it names', (check, fields) => expect(fieldsOf(check)).toEqual(fields));

  it.each<[string, HealthchecksCheck]>([
    ['no UUID', { uuid: undefined }],
    ['a UUID that is none', { uuid: 'F618072A', ping_url: 'https://hc.example/ping/key/slug' }],
    ['an OnCalendar schedule', { schedule: 'Mon *-*-* 04:00' }],
    ['a schedule of several lines', { schedule: '0 4 * *\n*' }],
  ])('is refused with %s', (_what, check) => expect(readCheck({ uuid, ...check }, NOW).ok).toBe(false));
});
