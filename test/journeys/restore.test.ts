import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '../../lib/data/table.ts';
import { createTable } from '../../lib/local/table/create-table.ts';
import { startReceiver } from '../support/alerts/receiver.ts';
import {
  START_AT,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../support/service/service.ts';
import { shared } from '../support/service/shared.ts';

const HOUR = 3600;
const hoursIn = (hours: number) => new Date(START_AT + hours * HOUR * 1000).toISOString();

/** What a table restored to a point in time is: the items of then, in a table of another name. */
async function restored(items: Record<string, unknown>[], { client }: Table, endpoint: string) {
  const tableName = 'rollcall-restored-to-a-point-in-time';
  await createTable(endpoint, tableName);
  for (let at = 0; at < items.length; at += 25) {
    const puts = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
  }
  return { endpoint, tableName };
}

/** Six hours are lost: pings came in them, and nobody knows of them any more (docs/runbook.md "Restoring the table"). */
describe('a service on a table that was restored to six hours ago', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-restore-'));
  let service: TestService;
  let alice: Person;
  let readToken: string;
  const monitors: Record<string, Reply['json']> = {};
  const idOf = (name: string) => String(monitors[name]?.['id']);
  const told = () => receiver.received.map(({ json: { type, name = '' } }) => `${type} ${name}`.trim());

  const receiver = shared(startReceiver);
  beforeAll(async () => {
    service = await startTestService({ dataDir });
    alice = await service.guest();
    // The second is silent for two hours by what the restored table says, the third for half an hour.
    const intervals = {
      'every 5 min': 300,
      'every 4 h': 4 * HOUR,
      'every 5.5 h': 5.5 * HOUR,
      daily: 24 * HOUR,
    };
    for (const [name, interval_sec] of Object.entries(intervals)) {
      monitors[name] = await alice.createMonitor({ name, interval_sec, alert_url: receiver.url });
      await service.ping(idOf(name));
    }
    readToken = String(monitors['daily']?.['token']);
    await service.canary();
    await service.check();
    const { table, config } = service.core;
    const { Items: items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
    const database = await restored(items, table, config.standIns.dynamodb);
    await service.stop();
    service = await startTestService({ dataDir, database, startAt: START_AT + 6 * HOUR * 1000 });
    await service.canary();
    await service.ping(idOf('every 5 min'));
    await service.check();
  });
  afterAll(async () => {
    await service.stop();

    rmSync(dataDir, { recursive: true });
  });

  it('knows its owners and their monitors by the tokens they have', async () => {
    const list = await service.call('GET', '/api/endpoints', { token: alice.token });
    expect(list.json['endpoints']).toHaveLength(4);
    const { json } = await service.call('GET', `/api/endpoints/${idOf('daily')}?token=${readToken}`);
    expect(json['name']).toBe('daily');
  });

  it('tells what was silent for more than an hour, though it may have pinged, and from when to when it heard nothing', () => {
    expect(told()).toEqual(['service.miss every 4 h']);
    expect(receiver.received[0]?.json['not_heard']).toEqual({ from: hoursIn(0), to: hoursIn(6) });
  });

  it('holds what was silent for less, until the next ping ends it, and tells each owner of the gap', async () => {
    service.clock.advance(20 * 60);
    await service.canary();
    for (const name of ['every 5 min', 'every 5.5 h']) await service.ping(idOf(name));
    await service.check();

    expect(told()).toEqual(['service.miss every 4 h', 'service.blind']);
  });
});
