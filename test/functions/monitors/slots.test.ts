import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../lib/adapters/ids.ts';
import { monitorKey, ownerKey } from '../../../lib/data/keys.ts';
import { ownerOfGuestToken, type Owner } from '../../../lib/data/owners.ts';
import { usageOf, type Usage } from '../../../lib/domain/billing/allowance.ts';
import { listMonitors } from '../../../lib/data/monitors/space-monitors.ts';
import { buySlots } from '../../support/money/bought.ts';
import { expectNothingWritten } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh, shared } from '../../support/service/shared.ts';

const live = shared(() => startTestService({ billingMode: 'live' }));
const alice = fresh(() => live.guest());

const PAYMENT = { status: 402, error: 'pagamento_necessario' };
const FAST = { interval_sec: 60 };

async function owner(): Promise<Owner> {
  const found = await ownerOfGuestToken(live.core.table, hashOf(alice.token));
  if (!found) throw new Error('The guest has no owner.');
  return found;
}
const buy = async (bought: Partial<Usage>) => buySlots(live.core.table, (await owner()).id, bought);
const create = (fields: object = {}) =>
  alice.call('POST', '/api/endpoints', { name: 'n', interval_sec: 300, ...fields });
const importCrontab = (text: string) =>
  live.call('POST', '/api/import/crontab?apply=1', {
    token: alice.token,
    body: text,
    headers: { 'content-type': 'text/plain' },
  });

/** What the owner counts is what there is. */
async function expectCounted(usage: Usage): Promise<void> {
  const { monitors, fast, emailAlerts, spaces } = await owner();
  expect({ monitors, fast, emailAlerts }).toEqual(usage);
  expect(usageOf(await listMonitors(live.core.table, spaces, live.clock.now()))).toEqual(usage);
}

describe('a place that was bought', () => {
  it('is for a monitor beyond the allowance, and for another once that is deleted', async () => {
    await buy({ monitors: 1 });
    for (let turn = 0; turn < 10; turn++) await alice.createMonitor();

    const { status, json } = await create();
    expect(status).toBe(201);
    await expectNothingWritten(live, () => create(), PAYMENT);
    expect((await alice.remove(json['id'])).status).toBe(200);
    expect((await create()).status).toBe(201);
    await expectNothingWritten(live, () => create(), PAYMENT);
    await expectCounted({ monitors: 11, fast: 0, emailAlerts: 0 });
  });

  it('is for a fast interval, whichever way it comes and goes', async () => {
    await buy({ fast: 1 });
    const { id } = await alice.createMonitor(FAST);
    await expectCounted({ monitors: 1, fast: 1, emailAlerts: 0 });
    await expectNothingWritten(live, () => create(FAST), PAYMENT);

    expect((await alice.patch(id, { interval_sec: 30 })).status).toBe(200);
    expect((await alice.patch(id, { interval_sec: 300 })).status).toBe(200);
    await expectCounted({ monitors: 1, fast: 0, emailAlerts: 0 });
    const other = await alice.call('PUT', '/api/endpoints/by-slug/job', { cron: '0 3 * * *', grace_sec: 60 });
    expect(other.status).toBe(201);
    await expectNothingWritten(live, () => alice.patch(id, FAST), PAYMENT);
    expect((await alice.remove(other.json['id'])).status).toBe(200);
    expect((await alice.patch(id, FAST)).status).toBe(200);
    await expectCounted({ monitors: 1, fast: 1, emailAlerts: 0 });
  });

  it('is for an e-mail registration', async () => {
    await buy({ emailAlerts: 1 });
    const named = { alert_to: 'alice@example.com' };

    expect([(await create(named)).status, (await create(named)).status]).toEqual([201, 201]);
    await expectNothingWritten(live, () => create(named), PAYMENT);
    await expectCounted({ monitors: 2, fast: 0, emailAlerts: 2 });
  });

  it('is for what a job registers by its key, also when it comes back after a deletion', async () => {
    await buy({ fast: 1 });
    const { key } = (await alice.call('GET', '/api/ingest-key')).json;
    const ping = (slug: string) => live.call('GET', `/in/${key}/${slug}?interval=60`);

    const { endpoint_id: id } = (await ping('one')).json;
    await expectNothingWritten(live, () => ping('two'), PAYMENT);
    await alice.remove(id);
    await expectCounted({ monitors: 0, fast: 0, emailAlerts: 0 });
    expect((await ping('one')).json).toMatchObject({ endpoint_id: id, created: true });
    await expectCounted({ monitors: 1, fast: 1, emailAlerts: 0 });
  });

  it('is for lines of an import, which is free when all of them find one', async () => {
    await buy({ monitors: 2 });
    const lines = Array.from({ length: 12 }, (_, line) => `${line} 3 * * * job-${line}`).join('\n');

    expect((await importCrontab(`${lines}\n13 3 * * * one-too-many`)).json['accepts'][0]).toMatchObject({
      maxAmountRequired: '100000',
    });
    expect((await importCrontab(lines)).status).toBe(200);
    await expectCounted({ monitors: 12, fast: 0, emailAlerts: 0 });
  });

  it('is for entries of a JSON import, fast ones and those with an address too', async () => {
    await buy({ fast: 1, emailAlerts: 1 });
    const entry = (name: string, fields: object) => ({ name, interval_sec: 300, ...fields });
    const monitors = [
      entry('fast', FAST),
      entry('one', { alert_to: 'alice@example.com' }),
      entry('two', { alert_to: 'alice@example.com' }),
    ];

    const asked = await alice.call('POST', '/api/import/json?apply=1', {
      monitors: [...monitors, entry('faster', FAST)],
    });
    expect(asked.json['accepts'][0]).toMatchObject({ maxAmountRequired: '50000' });
    expect((await alice.call('POST', '/api/import/json?apply=1', { monitors })).status).toBe(200);
    await expectCounted({ monitors: 3, fast: 1, emailAlerts: 2 });
  });

  it('is taken by one of twenty that come at once', async () => {
    await buy({ fast: 1 });

    const replies = await Promise.all(Array.from({ length: 20 }, () => create(FAST)));

    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 402)).toHaveLength(19);
    await expectCounted({ monitors: 1, fast: 1, emailAlerts: 0 });
  });
});

describe('a monitor from before fast ones were counted', () => {
  it('takes no place while it stays fast, and one when it turns fast again', async () => {
    await buy({ fast: 1 });
    const { id } = await alice.createMonitor(FAST);
    await uncount(id);

    expect((await alice.patch(id, { name: 'renamed', interval_sec: 45 })).status).toBe(200);
    await expectCounted({ monitors: 1, fast: 0, emailAlerts: 0 });
    expect((await create(FAST)).status).toBe(201);
    expect((await alice.patch(id, { interval_sec: 300 })).status).toBe(200);
    await expectNothingWritten(live, () => alice.patch(id, FAST), PAYMENT);
    await expectCounted({ monitors: 2, fast: 1, emailAlerts: 0 });
  });
});

/** As an earlier version wrote it. */
async function uncount(id: string): Promise<void> {
  const { name: TableName, client } = live.core.table;
  for (const [Key, field] of [
    [monitorKey(id), 'countsAsFast'],
    [ownerKey((await owner()).id), 'fast'],
  ] as const)
    await client.send(new UpdateCommand({ TableName, Key: { ...Key }, UpdateExpression: `REMOVE ${field}` }));
}
