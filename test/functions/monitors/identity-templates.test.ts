import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ownPingEvent } from '../../support/aws/own-ping-event.ts';
import { openConsole } from '../../pages/console-browser.ts';
import { snippetsFor } from '../../../lib/console/snippets/docs-snippets.ts';
import { startTestService, type Person } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { itThorough } from '../../support/thorough.ts';

const service = fresh(startTestService);
const busArn = 'arn:aws:events:eu-west-1:123456789012:event-bus/rollcall';
const hookArn = 'arn:aws:lambda:eu-west-1:123456789012:function:rollcall-hook';
const deployed = () =>
  Object.assign(service.core.config, {
    identityPings: { account: '123456789012', aliases: {}, busArn, hookArn },
  });

/** Events of AWS come for an owner, one of them a ping that meets nobody. */
async function reached(who: Person) {
  const { key } = (await who.call('GET', '/api/ingest-key')).json;
  const body = ownPingEvent({ slug: 'nobody' }, service.clock.now());
  await service.call('POST', `/_local/events?key=${key}`, { body });
}

const templatesOf = async (who: Person, id: unknown) =>
  (await who.call('GET', `/api/endpoints/${id}`)).json['templates'] as Record<string, string>;

/** What a shell makes of a command, where the job before it ended with 3. */
const argumentsOf = (command: string) =>
  execFileSync('sh', ['-c', `aws() { for each; do printf '%s\\n' "$each"; done; }\n(exit 3)\n${command}`], {
    encoding: 'utf8',
  }).split('\n');

it('snippets are shown where the deployment has them, to the owner whose jobs it hears, and hold in a shell', async () => {
  const [alice, bob] = [await service.guest(), await service.guest()];
  const { id, slug } = (await alice.call('PUT', '/api/endpoints/by-slug/nightly', { interval_sec: 3_600 }))
    .json;
  const { id: other } = await bob.createMonitor({ name: 'bobs' });
  await reached(alice);
  expect(await templatesOf(alice, id)).not.toHaveProperty('aws_invoke');
  deployed();
  expect(await templatesOf(bob, other)).not.toHaveProperty('aws_put_events');
  const templates = await templatesOf(alice, id);
  const put = argumentsOf(templates['aws_put_events'] ?? '');
  const [entry] = JSON.parse(put[put.indexOf('--entries') + 1] ?? '') as Record<string, string>[];
  expect(entry).toMatchObject({ EventBusName: busArn, Source: 'rollcall.ping', DetailType: 'Ping' });
  expect(JSON.parse(entry?.['Detail'] ?? '')).toEqual({ slug, exit_code: 3 });
  const invoke = argumentsOf(templates['aws_invoke'] ?? '');
  expect(invoke[invoke.indexOf('--function-name') + 1]).toBe(hookArn);
  expect(JSON.parse(invoke[invoke.indexOf('--payload') + 1] ?? '')).toEqual({ slug, exit_code: 3 });

  // Without a slug by its id.
  const { id: unnamed } = await alice.createMonitor({ name: 'unnamed' });
  expect((await templatesOf(alice, unnamed))['aws_invoke']).toContain(`"id":"${unnamed}"`);
  // Whoever may only read does not see them.
  const { token } = (await alice.call('GET', `/api/endpoints/${id}`)).json;
  const read = await service.call('GET', `/api/endpoints/${id}?token=${token}`);
  expect(read.json).not.toHaveProperty('templates');
  expect((await service.call('GET', '/api/templates')).json['templates']).not.toHaveProperty('aws_invoke');
});

it('the console shows them', async () => {
  const alice = await service.guest();
  const { id } = await alice.createMonitor({ name: 'nightly' });
  const labels = async () => {
    const { ingest_url: url, interval_sec: intervalSec, cron, tz, templates } = await alice.read(id);
    return snippetsFor({ url, intervalSec, cron, tz, templates }).map(({ label }) => label);
  };
  await reached(alice);
  expect(await labels()).not.toContain('AWS invoke');
  deployed();
  expect(await labels()).toContain('AWS invoke');
});

itThorough('the console shows the pings that met no monitor beside the key', async () => {
  const [alice, bob] = [await service.guest(), await service.guest()];
  await reached(alice);
  for (const [guest, count] of [
    [alice, 1],
    [bob, 0],
  ] as const) {
    await using opened = await openConsole(service, { guest, path: '/app/keys' });
    const { page } = opened;
    await page.getByRole('button', { name: 'Show the key' }).click();
    await page.getByRole('region', { name: 'ingest key' }).waitFor();
    if (count > 0) await page.getByText('nobody from account 123456789012').waitFor();
    expect(await page.getByRole('heading', { name: 'Pings from AWS without a monitor' }).count()).toBe(count);
  }
});
