import { describe, expect, it } from 'vitest';
import { idOfUuid } from '../../../../lib/domain/monitors/check-uuid.ts';
import { startHealthchecks, type GivenCheck } from '../../../support/servers/healthchecks.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { itThorough } from '../../../support/thorough.ts';

const service = shared(startTestService);

/** Each with a schedule of its own, a slug, a description, channels and a filter: as much as can be said and lost. */
const check = (of: number, at: number): GivenCheck => ({
  uuid: `9e18072a-7bde-4eee-af63-${String(of * 10_000 + at).padStart(12, '0')}`,
  name: `job ${at} of a fleet`,
  slug: `job-${at}-of-a-fleet`,
  desc: 'what it is for',
  tags: 'prod fleet',
  schedule: `${at % 60} ${Math.floor(at / 60) % 24} * * *`,
  tz: 'Europe/Berlin',
  grace: 1_800,
  channels: '4ec5a071-2d08-4baa-898a-eb4eb3cd6941',
  methods: 'POST',
});

async function broughtAtOnce(count: number) {
  const who = await service.guest();
  const checks = Array.from({ length: count }, (_, at) => check(count, at));
  const ping_key = `ping_key_of_${count}_checks`;
  await using healthchecks = await startHealthchecks({ checks });
  const sent = { url: healthchecks.url, api_key: 'hcw_'.padEnd(32, 'k'), ping_key };
  const take = async () => {
    const began = performance.now();
    const reply = await who.call('POST', '/api/import/healthchecks?apply=1', sent);
    return { ...reply, tookMs: performance.now() - began };
  };
  const first = await take();
  expect([first.status, first.json['created']?.length]).toEqual([200, count]);
  const slug = `job-${count - 1}-of-a-fleet`;
  expect((await service.call('GET', `/ping/${ping_key}/${slug}`)).text).toBe('OK');
  expect(await who.read(idOfUuid(check(count, count - 1).uuid))).toMatchObject({ state: 'ok' });
  const again = await take();
  expect(again.json).toMatchObject({ would_create: 0, created: [] });
  return { first, again };
}

describe('many checks at once', () => {
  it('are brought with their ping key in one call that is answered in time, and again', async () => {
    const { first, again } = await broughtAtOnce(1_000);

    expect(Math.max(first.tookMs, again.tookMs)).toBeLessThan(28_000);
    expect(first.text.length).toBeLessThan(400_000);
    // Each thing that is lost is told once.
    expect(first.json['lost'].map(({ field }: { field: string }) => field)).toEqual([
      'desc',
      'methods',
      'channels',
    ]);
  }, 120_000);

  itThorough(
    'are so five thousand, and the answer fits that of a function',
    async () => {
      const { first, again } = await broughtAtOnce(5_000);

      expect(Math.max(first.tookMs, again.tookMs)).toBeLessThan(28_000);
      expect(JSON.stringify(first.text).length).toBeLessThan(5_000_000);
    },
    240_000,
  );
});
