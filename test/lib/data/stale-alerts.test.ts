import { beforeEach, describe, expect, it } from 'vitest';
import { alertsBefore } from '../../../lib/data/alerts/alert-pages.ts';
import { getAlert, listAlerts } from '../../../lib/data/alerts/alerts.ts';
import { checkWithQueueDown, ledgerOf } from '../../support/alerts/alerting.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { staleTable } from '../../support/table/stale-table.ts';

let monitorId: string;

const service = shared(startTestService);
const stale = shared(() => staleTable(service));
/** An alert that the view does not see yet. */
beforeEach(async () => {
  const alice = await service.guest();
  monitorId = (await alice.createMonitor({ interval_sec: 86_400, alert_url: 'https://example.com/hook' }))[
    'id'
  ];
  await stale.freeze();
  await service.fail(monitorId);
  await checkWithQueueDown(service);
});

describe('a view of the table that is behind', () => {
  it('shows an alert that was just recorded', async () => {
    const [alert] = await ledgerOf(service, monitorId);

    expect(await getAlert(stale.table, monitorId, alert?.sk ?? '')).toEqual(alert);
  });

  it('lists it among what happened before another', async () => {
    expect(await listAlerts(stale.table, monitorId, { limit: 5 })).toHaveLength(1);
  });

  it('shows it to its owner', async () => {
    const now = service.clock.now();

    expect(await alertsBefore(stale.table, monitorId, { limit: 5, before: now + 1, now })).toHaveLength(1);
  });
});
