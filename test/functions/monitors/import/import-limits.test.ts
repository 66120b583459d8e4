import { expect, it } from 'vitest';
import { LIMITS } from '../../../../lib/domain/limits.ts';
import { billingSettingsFor } from '../../../support/money/billing.ts';
import { newCredit } from '../../../support/money/credit.ts';
import { startTestService } from '../../../support/service/service.ts';
import { watchingTable } from '../../../support/table/watching-table.ts';
import { itThorough } from '../../../support/thorough.ts';

/** As many as one import may bring back. */
const REVIVED = 24;
const BLOCKS = Math.ceil(LIMITS.importMaxMonitors / LIMITS.crontabMaxLines);
const ITEMS_MAX = 100;

/** Everything of which an import writes an item of its commit, each as often as it may, with so many new monitors; the items. */
async function importOfAll(fresh: number): Promise<number> {
  await using service = await startTestService({
    billing: billingSettingsFor('live', {
      freeAllowance: 'max_endpoints=6000,min_interval_sec=90,email_alerts=1',
    }),
  });
  const alice = await service.guest();
  const { token } = await newCredit(service.core.table, 1_000_000_000, { network: 'base' });
  const slugs = Array.from({ length: REVIVED }, (_, index) => `gone-${index}`);
  for (const slug of slugs) {
    const { json } = await alice.call('PUT', `/api/endpoints/by-slug/${slug}`, { interval_sec: 300 });
    await alice.call('DELETE', `/api/endpoints/${json['id']}`);
  }
  const named = (slug: string, index: number) => ({
    slug,
    name: slug,
    interval_sec: 300,
    ...(index < LIMITS.unansweredAddressesMax && { alert_to: `ops-${index}@example.com` }),
  });
  const file = {
    monitors: [...slugs, ...Array.from({ length: fresh }, (_, index) => `new-${index}`)].map(named),
    channels: Array.from({ length: LIMITS.channelsMax }, (_, index) => ({
      name: `channel ${index}`,
      url: `https://example.com/${index}`,
    })),
    maintenance: Array.from({ length: LIMITS.maintenanceWindowsMax }, (_, index) => ({
      name: `work ${index}`,
      cron: '0 3 * * *',
      length_sec: 600,
    })),
  };
  let most = 0;
  const before = ({ input }: { input: unknown }) => {
    const { TransactItems: items } = input as { TransactItems?: { Update?: { Key?: { sk?: string } } }[] };
    if (items?.some(({ Update }) => Update?.Key?.sk === 'OWNER')) most = Math.max(most, items.length);
  };
  await watchingTable(service, { before }, async () => {
    const headers = { 'X-Credito': token, 'Idempotency-Key': 'once' };
    const sent = { token: alice.token, body: file, headers };
    const { status, json } = await service.call('POST', '/api/import/json?apply=1', sent);
    expect([status, json['error'], json['detail']]).toEqual([200, undefined, undefined]);
  });
  return most;
}

it('everything that an import may have at once is one transaction, paid for and repeatable', async () => {
  expect((await importOfAll(1)) + BLOCKS - 1).toBeLessThanOrEqual(ITEMS_MAX);
});

itThorough(
  'so are all monitors that one may have',
  async () => expect(await importOfAll(LIMITS.importMaxMonitors - REVIVED)).toBeLessThanOrEqual(ITEMS_MAX),
  300_000,
);
