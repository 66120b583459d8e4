import { beforeEach, describe, expect, it } from 'vitest';
import { putAlertItem } from '../../../../lib/data/alerts/alerts.ts';
import { transact } from '../../../../lib/data/table.ts';
import type { Alert } from '../../../../lib/domain/alerts/alert.ts';
import { earlierAlerts, isOvertaken } from '../../../../lib/flows/alerts/alert-order.ts';
import { newAlert } from '../../../../lib/flows/alerts/outbox.ts';
import { startTestService, START_AT } from '../../../support/service/service.ts';
import { shared } from '../../../support/service/shared.ts';
import { sampleContent } from '../../domain/alerts/sample-content.ts';

const MIN = 60_000;

let lives = 0;
let monitorId: string;

const service = shared(startTestService);
beforeEach(() => {
  lives += 1;
  monitorId = `monitor${lives}`;
});

/** An alert of an incident that a check decided which had begun so many minutes after the start. */
async function alert(incident: number, minutes: number, state: Alert['state'] = 'pending'): Promise<Alert> {
  const content = sampleContent({ monitorId, incident, decidedAt: START_AT + minutes * MIN });
  const made = { ...newAlert(content, 'webhook', 0), state };
  await transact(service.core.table, [putAlertItem(service.core.table, made)]);
  return made;
}
const undelivered = async (of: Alert) =>
  (await earlierAlerts(service.core.table, of)).undelivered.map(({ content }) => content.incident);

describe('what happened before an alert', () => {
  it('is found though the check that decided it had begun fourteen minutes later', async () => {
    const newer = await alert(2, 0);
    await alert(1, 14);

    expect(await undelivered(newer)).toEqual([1]);
  });

  it('is found though it sorts fourteen minutes before one that is final', async () => {
    await alert(1, 0);
    await alert(2, 14, 'sent');
    const newest = await alert(3, 15);

    expect(await undelivered(newest)).toEqual([1]);
  });

  it('is found though what came long after it was skipped', async () => {
    await alert(1, 0);
    await alert(2, 40, 'skipped');
    const newest = await alert(3, 80);

    expect(await undelivered(newest)).toEqual([1]);
  });
});

it('An alert is overtaken by one that happened later and sorts fourteen minutes before it.', async () => {
  const older = await alert(1, 14);
  await alert(2, 0, 'sent');

  expect(await isOvertaken(service.core.table, older, START_AT + 20 * MIN)).toBe(true);
});
