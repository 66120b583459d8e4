import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { duePartition } from '../../../lib/data/due-index.ts';
import { monitorKey } from '../../../lib/data/keys.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { startTestService } from '../../support/service/service.ts';
import { fresh } from '../../support/service/shared.ts';
import { casesOf } from '../../support/thorough.ts';

/** Two that fall due in one page. */
let damaged: string;
let whole: string;

const service = fresh(startTestService);
const alice = fresh(() => service.guest());
const receiver = fresh(startReceiver);
beforeEach(async () => {
  [damaged, whole] = await twoOfOneShard();
  for (const id of [damaged, whole]) await service.call('POST', `/in/${id}`);
});

async function twoOfOneShard(): Promise<[string, string]> {
  const seen = new Map<string, string>();
  for (;;) {
    const { id } = await alice.createMonitor({ interval_sec: 300, alert_url: receiver.url });
    const shard = duePartition(service.core.table, monitorKey(id).pk);
    const other = seen.get(shard);
    if (other !== undefined) return [other, id];
    seen.set(shard, id);
  }
}

/** As no code of ours writes it. */
async function damage(id: string, set: Record<string, unknown>): Promise<void> {
  const names = Object.keys(set);
  await service.core.table.client.send(
    new UpdateCommand({
      TableName: service.core.table.name,
      Key: { ...monitorKey(id) },
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, set[name]])),
    }),
  );
}

const DAMAGES: [string, Record<string, unknown>][] = [
  ['of a type that nobody writes', { name: new Set(['a', 'b']) }],
  ['of bytes', { runs: new Uint8Array([1, 2]) }],
  ['of another shape', { runs: true, incident: 'none' }],
  ['of a time that is none', { lastEventAt: 'yesterday' }],
];

describe.each(DAMAGES)('a field %s', (_what, fields) => {
  it('fails its monitor alone: the others of its page are judged', async () => {
    await damage(damaged, fields);
    service.clock.advance(301);

    const report = await service.check();

    expect(receiver.received.map(({ json }) => json['endpoint_id'])).toContain(whole);
    expect(report.failed).toBeLessThanOrEqual(1);
  });

  it('takes no list from its owner', async () => {
    await damage(damaged, fields);
    service.clock.advance(10);

    const { status, json } = await alice.call('GET', '/api/endpoints');

    expect(status).toBe(200);
    expect(json['endpoints'].map(({ id }: { id: string }) => id)).toContain(whole);
  });
});

it('leaves the status feed open, and is logged', async () => {
  const { json: feed } = await alice.call('GET', '/api/status-feed');
  await damage(damaged, { name: new Set(['a']) });

  expect((await fetch(feed['json'])).status).toBe(200);

  expect(service.logged).toEqual(['record_unreadable']);
});

describe.each([
  ['that is none', { lastEventAt: 'yesterday' }],
  ['past all times', { lastEventAt: 9e15 }],
  ['of no number in its incident', { incident: { number: 1, reason: 'fail', downSince: 'x', alerts: 1 } }],
])('a time %s', (_what, fields) => {
  it.each(casesOf(2, ['json', 'html', 'rss', 'metrics'] as const))(
    'leaves the status feed open as %s',
    async (form) => {
      const { json: feed } = await alice.call('GET', '/api/status-feed');
      await damage(damaged, fields);

      const url =
        form === 'html' || form === 'metrics'
          ? feed['json'].replace('.json', form === 'html' ? '.html' : '/metrics')
          : feed[form];
      const reply = await fetch(url);

      expect(reply.status).toBe(200);
      if (form === 'json')
        expect(((await reply.json()) as { summary: { total: number } }).summary.total).toBeGreaterThan(0);
    },
  );
});

it('is counted as failed and logged by every check', async () => {
  await damage(damaged, { name: new Set(['a']) });
  service.clock.advance(301);

  expect((await service.check()).failed).toBe(1);
  service.clock.advance(60);
  expect((await service.check()).failed).toBe(1);

  expect(service.logged.filter((code) => code === 'check_failed')).toHaveLength(2);
});
