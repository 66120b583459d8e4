import { beforeEach, describe, expect, it } from 'vitest';
import { leaseAlert, getAlert, releaseAlert, settleAlert } from '../../../../lib/data/alerts/alerts.ts';
import { supersedeAlerts } from '../../../../lib/data/alerts/supersede-alerts.ts';
import { WriteConflict } from '../../../../lib/data/table.ts';
import type { Alert } from '../../../../lib/domain/alerts/alert.ts';
import { superseding } from '../../../../lib/domain/alerts/superseded-alerts.ts';
import { checkWithQueueDown, ledgerOf } from '../../../support/alerts/alerting.ts';
import { startTestService } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';

const LEASE_MS = 45_000;
let older: Alert;
let newer: Alert;
let now: number;

const service = shared(startTestService);
beforeEach(async () => {
  const alice = await service.guest();
  const { id } = await alice.createMonitor({ interval_sec: 86_400, alert_url: 'https://example.com/hook' });
  for (const signal of ['/fail', '', '/fail']) await service.call('GET', `/in/${id}${signal}`);
  await checkWithQueueDown(service);
  now = service.clock.now();
  const [first, , last] = await ledgerOf(service, id);
  if (!first || !last) throw new Error('Nothing was recorded.');
  older = first;
  newer = await leased(last);
});

const leased = (alert: Alert) => leaseAlert(service.core.table, alert, now, now + LEASE_MS);
const current = ({ monitorId, sk }: Alert) => getAlert(service.core.table, monitorId, sk);
const attempt = (outcome: string) => ({ at: now, outcome, status: null, detail: '', durationMs: 0 });
const supersede = (by = newer) =>
  supersedeAlerts(service.core.table, by, [older], {
    superseded: superseding(undefined, [older]),
    attempt: attempt('superseded'),
    tryAt: now + 60_000,
  });

it('an alert that takes the place of another names it and ends it, in one', async () => {
  const named = await supersede();

  expect(await current(newer)).toEqual(named);
  expect(named.nextTryAt).toBe(now + 60_000);
  expect(named.content.superseded).toMatchObject({ total: 1, last: [{ kind: 'miss', incident: 1 }] });
  expect(await current(older)).toEqual({
    ...older,
    state: 'superseded',
    dueAt: null,
    attempts: [attempt('superseded')],
  });
});

describe('no place is taken', () => {
  async function expectNothingTaken(): Promise<void> {
    const before = [await current(newer), await current(older)];
    await expect(supersede()).rejects.toThrow(WriteConflict);
    expect([await current(newer), await current(older)]).toEqual(before);
  }

  it('of an alert that somebody is telling', async () => {
    await leased(older);
    await expectNothingTaken();
  });

  it('of an alert that was tried since it was looked at', async () => {
    const again = { tryAt: now, dueAt: now };
    const result = { state: 'pending', attempt: attempt('timeout'), again } as const;
    await settleAlert(service.core.table, await leased(older), result);
    await expectNothingTaken();
  });

  it('of an alert that is final', async () => {
    const result = { state: 'sent', attempt: attempt('delivered'), again: null } as const;
    await settleAlert(service.core.table, await leased(older), result);
    await expectNothingTaken();
  });

  it('by an alert whose lease was lost', async () => {
    await releaseAlert(service.core.table, newer, { dueAt: now, waitingSince: null });
    await leaseAlert(service.core.table, newer, now, now + 1);
    await expectNothingTaken();
  });
});
