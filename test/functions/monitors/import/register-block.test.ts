import { expect, it } from 'vitest';
import { stageBlock } from '../../../../lib/data/monitors/monitor-blocks.ts';
import { newMonitorId } from '../../../../lib/adapters/ids.ts';
import { newMonitor } from '../../../../lib/domain/monitors/lifecycle.ts';
import type { Monitor } from '../../../../lib/domain/monitors/monitor.ts';
import { newSettings } from '../../../../lib/domain/monitors/settings/settings.ts';
import { contentsOf, expectRefusal } from '../../../support/service/refused.ts';
import {
  START_AT,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../../../support/service/service.ts';
import { failing, watchingTable, type TableCall } from '../../../support/table/watching-table.ts';
import { casesOf, itThorough } from '../../../support/thorough.ts';

/** Five transactions of 50 monitors, each with the first entry of its change log, four at a time. */
const LINES = Array.from({ length: 250 }, (_, index) => `${index % 60} 3 * * * job-${index}`).join('\n');
/** How long an unfinished import may be under way before the checker takes it for abandoned. */
const STAGED_SEC = 900;

const imported = (service: TestService, who: Person, query: string): Promise<Reply> =>
  service.call('POST', `/api/import/crontab${query}`, {
    token: who.token,
    body: LINES,
    headers: { 'content-type': 'text/plain' },
  });
const used = async (service: TestService, who: Person): Promise<unknown> =>
  (await imported(service, who, '')).json['free_tier'].used;
/** Everything but what the checker notes about itself. */
const ofOwners = async (service: TestService) =>
  (await contentsOf(service)).filter((item) => item['pk'] !== 'CHECKER');

/** But what is noted of a block that came to nothing, while a write of it might still be under way. */
const withoutNote = (items: Record<string, unknown>[]) => items.filter(({ state }) => state !== 'cleared');
/** At the time at which such a write is no more. */
const clearedAgain = async (service: TestService) => {
  service.clock.advance(STAGED_SEC);
  expect(await service.check()).toMatchObject({ failed: 0 });
  return ofOwners(service);
};

/** Fails from the `from`th write on, or that one write alone. */
const failingWrite = (from: number, only = false) => {
  let writes = 0;
  return failing(({ reads }) => !reads && ++writes >= from && (!only || writes === from));
};

// The writes of this import: the block, five parts of its monitors, the commit.
it.each(
  casesOf(1, [
    ['the last part of the monitors', 6],
    ['the block', 1],
    ['the first part of the monitors', 2],
    ['the commit', 7],
  ] as const),
)('leaves nothing when the write of %s fails, and the repeat creates all', async (_what, failed) => {
  await using service = await startTestService();
  const alice = await service.guest();
  await alice.createMonitor();
  const before = await contentsOf(service);

  const broken = await watchingTable(service, { before: failingWrite(failed, true) }, () =>
    imported(service, alice, '?apply=1'),
  );

  expectRefusal(broken, { status: 500, error: 'erro_interno' });
  expect(withoutNote(await contentsOf(service))).toEqual(before);
  const again = await imported(service, alice, '?apply=1');
  expect(again.json['created']).toHaveLength(250);
  expect(await used(service, alice)).toBe(251);
  expect(await alice.monitors()).toHaveLength(251);
});

itThorough.each([
  ['in the middle of staging', 4],
  ['before the commit', 7],
])('shows nothing when the table stays away %s, and the checker clears what is left', async (_what, from) => {
  await using service = await startTestService();
  const alice = await service.guest();
  await alice.createMonitor();
  const before = await ofOwners(service);

  const broken = await watchingTable(service, { before: failingWrite(from) }, () =>
    imported(service, alice, '?apply=1'),
  );

  expect(broken.status).toBe(500);
  expect((await ofOwners(service)).length).toBeGreaterThan(before.length + 100);
  expect(await alice.monitors()).toHaveLength(1);
  expect(await used(service, alice)).toBe(1);
  service.clock.advance(STAGED_SEC - 1);
  await service.check();
  expect((await ofOwners(service)).length).toBeGreaterThan(before.length + 100);
  service.clock.advance(1);
  expect(await service.check()).toMatchObject({ failed: 0 });
  expect(withoutNote(await ofOwners(service))).toEqual(before);
  expect(await clearedAgain(service)).toEqual(before);
});

itThorough('creates one set when the answer of the commit is lost and the import is repeated', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  let transactions = 0;
  const isCommit = (call: TableCall) => call.command === 'TransactWriteItemsCommand' && ++transactions === 6;

  const broken = await watchingTable(service, { after: failing(isCommit) }, () =>
    imported(service, alice, '?apply=1'),
  );
  const again = await imported(service, alice, '?apply=1');

  expect(broken.status).toBe(500);
  expect(again.json).toMatchObject({ would_create: 0, created: [], free_tier: { used: 250 } });
  expect(again.json['existing']).toHaveLength(250);
  service.clock.advance(STAGED_SEC);
  await service.check();
  expect(await alice.monitors()).toHaveLength(250);
});

it('clears away what a crash between staging and commit leaves, and counts none of it', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  const before = await ofOwners(service);
  const monitors = monitorsIn(spaceOf(before), 130);
  const ids = monitors.map(({ id }) => id);
  const dueAt = START_AT + STAGED_SEC * 1000;

  await stageBlock(
    service.core.table,
    {
      spaceId: spaceOf(before),
      blockId: 'crashed',
      state: 'staged',
      ids,
      dueAt,
      changeId: `${START_AT}-crashed`,
    },
    monitors,
    { doer: { by: 'guest' } },
  );

  expect(await alice.monitors()).toEqual([]);
  expect(await used(service, alice)).toBe(0);
  service.clock.advance(STAGED_SEC);
  expect(await service.check()).toMatchObject({ failed: 0 });
  expect(withoutNote(await ofOwners(service))).toEqual(before);
  expect(await clearedAgain(service)).toEqual(before);
  expect(service.logged).toEqual([]);
});

itThorough('finishes clearing at the next check when one was cut off', async () => {
  await using service = await startTestService();
  const alice = await service.guest();
  const before = await ofOwners(service);
  await watchingTable(service, { before: failingWrite(7) }, () => imported(service, alice, '?apply=1'));
  service.clock.advance(STAGED_SEC);
  let transactions = 0;
  const isSecond = (call: TableCall) => call.command === 'TransactWriteItemsCommand' && ++transactions === 2;

  const cutOff = await watchingTable(service, { before: failing(isSecond) }, () => service.check());

  expect(cutOff).toMatchObject({ failed: 1 });
  expect((await ofOwners(service)).length).toBeGreaterThan(before.length + 100);
  expect(await alice.monitors()).toEqual([]);
  expect(await service.check()).toMatchObject({ failed: 0 });
  expect(withoutNote(await ofOwners(service))).toEqual(before);
  expect(await clearedAgain(service)).toEqual(before);
});

function spaceOf(items: Record<string, unknown>[]): string {
  return String(items.find((item) => item['sk'] === 'SPACE')?.['pk']).slice('SPACE#'.length);
}

function monitorsIn(spaceId: string, count: number): Monitor[] {
  const rules = { now: START_AT, allowLoopback: false };
  const settings = newSettings({ name: 'backup', cron: '0 3 * * *' }, rules);
  if (!settings.ok) throw new Error(settings.detail);
  const { value } = settings;
  return Array.from({ length: count }, () =>
    newMonitor({ id: newMonitorId(), spaceId, slug: null }, value, START_AT),
  );
}
