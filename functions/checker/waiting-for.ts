import { MINUTE_MS } from '../../lib/domain/calendar.ts';
import { listAlerts } from '../../lib/data/alerts/alerts.ts';
import type { Consent } from '../../lib/data/alerts/consents.ts';
import type { Table } from '../../lib/data/table.ts';
import type { Instant } from '../../lib/domain/instant.ts';
import type { Monitor } from '../../lib/domain/monitors/monitor.ts';
import { ORGANIZATION } from '../../lib/domain/accounts/organization.ts';
import { hashOfAddress } from '../../lib/flows/address-hash.ts';
import { managersOfSpace } from '../../lib/flows/accounts/organization-managers.ts';
import type { Waiting } from './tell-owed.ts';

/** What was decided later than so long after the answer meets it; two machines may tell different times. */
const CLOCKS_DIFFER_MS = MINUTE_MS;
/** The last alert of an open incident is among so many. */
const NEWEST = 20;

/**
 * What waits for the answer of an address: incidents that are open, whose last mail could not go to it. It cannot be known
 * while a mail is under way that may have met no consent yet.
 */
export async function waitingFor(
  table: Table,
  { spaceId, addressHash, answeredAt }: Consent,
): Promise<Waiting> {
  const managers = await managersOfSpace(table, spaceId);
  const isManager = managers.some((manager) => manager.addressHash === addressHash);
  const isMailed = (alertTo: string) =>
    alertTo === ORGANIZATION ? isManager : hashOfAddress(alertTo) === addressHash;
  const mayWait = ({ active, alertTo, incident }: Monitor) =>
    active &&
    incident !== null &&
    incident.alertedAt <= (answeredAt ?? 0) + CLOCKS_DIFFER_MS &&
    alertTo !== null &&
    isMailed(alertTo);
  const isUnheard = async (monitor: Monitor, now: Instant) => {
    if (!mayWait(monitor)) return false;
    const alerts = await listAlerts(table, monitor.id, { limit: NEWEST });
    const last = alerts.find(
      ({ channel, content }) =>
        channel === 'email' && content.kind === 'miss' && content.incident === monitor.incident?.number,
    );
    if (last?.state !== 'pending') return last?.state !== 'sent' || isUnreached(monitor, last.reached);
    if ((last.claimedUntil ?? 0) > now) throw new Error('A mail of the monitor is under way.');
    return false;
  };
  const isUnreached = ({ alertTo }: Monitor, reached: readonly string[] = []) =>
    alertTo === ORGANIZATION && !reached.includes(addressHash);
  return { mayWait, isUnheard };
}
