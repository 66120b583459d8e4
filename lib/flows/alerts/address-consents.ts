import { getConsent, listConsents, type Consent } from '../../data/alerts/consents.ts';
import type { Table } from '../../data/table.ts';
import type { OwnerChannel } from '../../domain/alerts/owner-channel.ts';
import { hasConsented } from '../../domain/alerts/consent.ts';
import type { Monitor } from '../../domain/monitors/monitor.ts';
import { ORGANIZATION } from '../../domain/accounts/organization.ts';
import { hashOfAddress } from '../address-hash.ts';
import { allDone } from '../concurrently.ts';
import { someManagerAgrees } from '../accounts/organization-managers.ts';

type Addressed = Pick<Monitor, 'spaceId' | 'alertTo' | 'alertToOwn'>;

/** Whether a monitor mails anybody: its address has consented, or somebody of its organization; false without either. */
export async function mailsSomebody(table: Table, monitor: Addressed): Promise<boolean> {
  const { spaceId, alertTo } = monitor;
  if (alertTo === null) return false;
  if (alertTo === ORGANIZATION) return consentsAmong(table, await listConsents(table, spaceId), monitor);
  return hasConsented(monitor, await getConsent(table, spaceId, hashOfAddress(alertTo)));
}

/** Of some channels those that reach somebody: one of mail does once its address has agreed. */
export async function reachingSomebody<C extends OwnerChannel>(
  table: Table,
  channels: readonly C[],
): Promise<C[]> {
  const reaching = await allDone(
    channels.map(async ({ spaceId, to: alertTo, toOwn: alertToOwn }) => {
      return alertTo === null || mailsSomebody(table, { spaceId, alertTo, alertToOwn });
    }),
  );
  return channels.filter((_, at) => reaching[at]);
}

/** The same where all consents of its space have been read. */
export async function consentsAmong(
  table: Table,
  consents: ReadonlyMap<string, Consent>,
  monitor: Addressed,
): Promise<boolean> {
  if (monitor.alertTo === null) return false;
  if (monitor.alertTo === ORGANIZATION) return someManagerAgrees(table, monitor.spaceId, consents);
  return hasConsented(monitor, consents.get(hashOfAddress(monitor.alertTo)));
}

/** The ids of those of many monitors that mail somebody. */
export async function consentedIds(table: Table, monitors: readonly Monitor[]): Promise<Set<string>> {
  const addressed = monitors.filter((monitor) => monitor.alertTo !== null);
  const bySpace = Map.groupBy(addressed, ({ spaceId }) => spaceId);
  const consented = await Promise.all([...bySpace].map(([spaceId, own]) => consentedOf(table, spaceId, own)));
  return new Set(consented.flat());
}

/** Whoever several monitors of a space mail is looked for once. */
async function consentedOf(table: Table, spaceId: string, monitors: readonly Monitor[]): Promise<string[]> {
  const consents = await listConsents(table, spaceId);
  const alike = Map.groupBy(monitors, ({ alertTo, alertToOwn }) => `${alertToOwn} ${alertTo}`);
  const ids = await Promise.all(
    [...alike.values()].map(async (same) => {
      const [first] = same;
      return first && (await consentsAmong(table, consents, first)) ? same.map(({ id }) => id) : [];
    }),
  );
  return ids.flat();
}
