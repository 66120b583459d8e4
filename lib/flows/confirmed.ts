import { getConsent, listConsents } from '../data/consents.ts';
import type { Table } from '../data/table.ts';
import { hasAgreed } from '../domain/alert/agreed.ts';
import type { Monitor } from '../domain/monitor/monitor.ts';
import { addressHashOf } from './address-consent.ts';

/** Whether the alert address of a monitor has confirmed itself; false without an address. */
export async function isConfirmed(table: Table, monitor: Monitor): Promise<boolean> {
  if (monitor.alertTo === null) return false;
  const consent = await getConsent(table, monitor.spaceId, addressHashOf(monitor.alertTo));
  return hasAgreed(monitor, consent);
}

/** The ids of those of many monitors whose alert address has confirmed itself. */
export async function confirmedIds(table: Table, monitors: readonly Monitor[]): Promise<Set<string>> {
  const spaces = new Set(
    monitors.filter((monitor) => monitor.alertTo !== null).map((monitor) => monitor.spaceId),
  );
  const consents = new Map(
    await Promise.all(
      [...spaces].map(async (spaceId) => [spaceId, await listConsents(table, spaceId)] as const),
    ),
  );
  const confirmed = monitors.filter((monitor) => {
    if (monitor.alertTo === null) return false;
    return hasAgreed(monitor, consents.get(monitor.spaceId)?.get(addressHashOf(monitor.alertTo)));
  });
  return new Set(confirmed.map((monitor) => monitor.id));
}
