import { HealthChecksApiClient } from 'healthchecks-io-client';
import { expect, it } from 'vitest';
import { startTestService } from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';

const service = shared(startTestService);

/** A client as its users make it, but for where the service is. */
async function newClient(apiVersion: number): Promise<HealthChecksApiClient> {
  const { token } = await service.guest();
  return new HealthChecksApiClient({ apiKey: token, baseUrl: service.url, apiVersion });
}

it.each([1, 2, 3])('the client of npm does all it knows by version %i', async (version) => {
  const client = await newClient(version);

  const made = await client.createCheck({ name: 'nightly', tags: 'prod db', timeout: 3_600, grace: 300 });
  const uuid = String(made['ping_url']).split('/').at(-1) ?? '';
  const again = await client.createCheck({ name: 'nightly', grace: 600, unique: ['name'] });

  expect(again).toEqual({ ...made, grace: 600 });
  expect(await client.getChecks(['prod', 'db'])).toEqual({ checks: [again] });
  expect(await client.getChecks(['other'])).toEqual({ checks: [] });
  expect(await client.updateCheck(uuid, { desc: 'what it does' })).toEqual({
    ...again,
    desc: 'what it does',
  });
  await service.call('POST', `/in/ping/${uuid}/fail`, { body: 'disk full' });
  expect(await client.listPings(uuid)).toMatchObject({ pings: [{ type: 'fail' }] });
  expect(await client.listFlips(uuid, { seconds: 3_600 })).toEqual({ flips: [] });
  expect(await client.getIntegrations()).toEqual({ channels: [] });
  expect(await client.pauseCheck(uuid)).toMatchObject({ status: 'paused' });
  expect(await client.getCheck(uuid)).toMatchObject({ status: 'paused' });
  expect(await client.deleteCheck(uuid)).toMatchObject({ name: 'nightly' });
  await expect(client.getCheck(uuid)).rejects.toMatchObject({ name: 'StatusCodeError', statusCode: 404 });
});
