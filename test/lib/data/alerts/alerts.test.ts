import { expect, it } from 'vitest';
import {
  leaseAlert,
  getAlert,
  releaseAlert,
  reopenAlert,
  settleAlert,
} from '../../../../lib/data/alerts/alerts.ts';
import { WriteConflict } from '../../../../lib/data/table.ts';
import type { Alert } from '../../../../lib/domain/alerts/alert.ts';
import { checkWithQueueDown, ledgerOf } from '../../../support/alerts/alerting.ts';
import { START_AT, startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const LEASE_MS = 45_000;
const attempt = { at: START_AT, outcome: 'delivered', status: 200, detail: '', durationMs: 1 };

const service = shared(startTestService);

/** An alert that waits to be told. */
async function pending(): Promise<Alert> {
  const alice = await service.guest();
  const { id } = await alice.createMonitor({ interval_sec: 86_400, alert_url: 'https://example.com/hook' });
  await service.fail(id);
  await checkWithQueueDown(service);
  const [alert] = await ledgerOf(service, String(id));
  if (!alert) throw new Error('No alert was recorded.');
  return alert;
}

const leasedAt = (alert: Alert, at: number) => leaseAlert(service.core.table, alert, at, at + LEASE_MS);

it('an alert is let go of by its holder alone, not by one whose time ran out', async () => {
  const { table } = service.core;
  const alert = await pending();
  const late = await leasedAt(alert, START_AT);
  const holder = await leasedAt(alert, START_AT + LEASE_MS);

  await expect(releaseAlert(table, late, { dueAt: START_AT, waitingSince: null })).rejects.toThrow(
    WriteConflict,
  );

  expect(await getAlert(table, alert.monitorId, alert.sk)).toEqual(holder);
});

it('an alert is settled by its holder alone, not by one whose time ran out', async () => {
  const { table } = service.core;
  const alert = await pending();
  const late = await leasedAt(alert, START_AT);
  const holder = await leasedAt(alert, START_AT + LEASE_MS);

  const settled = settleAlert(table, late, { state: 'sent', attempt, again: null });

  await expect(settled).rejects.toThrow(WriteConflict);
  expect(await getAlert(table, alert.monitorId, alert.sk)).toEqual(holder);
});

it('an alert is opened again once: a second wish finds it open', async () => {
  const { table } = service.core;
  const alert = await pending();
  await settleAlert(table, await leasedAt(alert, START_AT), { state: 'sent', attempt, again: null });
  const sent = await getAlert(table, alert.monitorId, alert.sk);
  if (!sent) throw new Error('The alert is gone.');
  const open = await reopenAlert(table, sent, START_AT + 1);

  await expect(reopenAlert(table, sent, START_AT + 2)).rejects.toThrow(WriteConflict);

  expect(await getAlert(table, alert.monitorId, alert.sk)).toEqual(open);
});

it('an alert is not opened again by a wish from before its last try', async () => {
  const { table } = service.core;
  const alert = await pending();
  await settleAlert(table, await leasedAt(alert, START_AT), { state: 'failed', attempt, again: null });
  const failed = await getAlert(table, alert.monitorId, alert.sk);
  if (!failed) throw new Error('The alert is gone.');
  await reopenAlert(table, failed, START_AT + 1);
  const again = await leasedAt(alert, START_AT + 2);
  await settleAlert(table, again, { state: 'failed', attempt, again: null });

  await expect(reopenAlert(table, failed, START_AT + 3)).rejects.toThrow(WriteConflict);

  expect(await getAlert(table, alert.monitorId, alert.sk)).toMatchObject({ state: 'failed', dueAt: null });
});
