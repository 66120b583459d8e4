import { expect, it } from 'vitest';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { checksClient } from '../../../support/service/checks.ts';

const service = shared(startTestService);
const CHECKS = 5_000;

/** Eight of the longest: some hundred bytes more. */
const MANY = ['many', ...'abcdefg'].map((tag, at) => (at === 0 ? tag : tag.repeat(32))).join(' ');

const uuidOf = (at: number) => `f618072a-7bde-4eee-af63-71a77c57${String(at).padStart(4, '0')}`;

it('more checks than fit in one answer are refused, and a tag of them is answered', async () => {
  const who = await service.guest();
  const client = checksClient(service, who.token);
  const checks = Array.from({ length: CHECKS }, (_, at) => ({
    uuid: uuidOf(at),
    name: `job ${at}`,
    tags: at < 3 ? 'few' : MANY,
    timeout: 3_600,
    grace: 60,
  }));
  expect((await who.call('POST', '/api/import/healthchecks?apply=1', { checks })).status).toBe(200);

  const { status, json } = await client.call('GET', '/checks/');

  expect([status, json['error']]).toEqual([
    400,
    expect.stringContaining('more checks than fit in one answer'),
  ]);
  expect(await client.names('?tag=few')).toEqual(['job 0', 'job 1', 'job 2']);
  expect((await client.call('GET', `/checks/${uuidOf(4_999)}`)).json).toMatchObject({
    name: 'job 4999',
    timeout: 3_600,
    grace: 60,
  });
  expect((await client.call('GET', '/badges/')).json['badges']).toHaveProperty('many');
}, 120_000);
