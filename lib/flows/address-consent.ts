import { hashOf } from '../adapters/ids.ts';
import type { QueueMessage } from '../adapters/queue.ts';
import { Refusal } from '../contract/errors.ts';
import { askAgainItem, listConsents, putConsentItem, type Consent } from '../data/consents.ts';
import type { Table, TransactItem } from '../data/table.ts';
import type { Instant } from '../domain/instant.ts';
import type { MonitorSettings } from '../domain/monitor/monitor.ts';

/** An owner can have this many addresses asked in a week that have not answered: nobody mails strangers through us. */
const UNCONFIRMED_MAX = 5;
const UNCONFIRMED_FOR_MS = 7 * 24 * 3_600_000;

/** An address that does not answer is asked again when it is named again: this often in all, a day apart. */
const MAILS_MAX = 3;
const ASKED_AGAIN_AFTER_MS = 24 * 3_600_000;

/** The key an address is kept under: its spelling without case. */
export function addressHashOf(address: string): string {
  return hashOf(address.trim().toLowerCase()).slice(0, 32);
}

/** What a request does about the consent of an address. */
export interface Asking {
  items: TransactItem[];
  messages: QueueMessage[];
  confirmed: boolean;
}

/**
 * What to write and send so that the address of a monitor is asked for its consent; nothing when it has answered or was
 * asked. With `anew` the request names the address itself. Throws 429 when too many addresses have not answered.
 */
export async function askConsent(
  table: Table,
  spaceId: string,
  { alertTo: address, name }: Pick<MonitorSettings, 'alertTo' | 'name'>,
  { anew, now }: { anew: boolean; now: Instant },
): Promise<Asking> {
  if (address === null) return { items: [], messages: [], confirmed: false };
  const addressHash = addressHashOf(address);
  const known = await listConsents(table, spaceId);
  const consent = known.get(addressHash);
  const asking = (item: TransactItem): Asking => ({
    items: [item],
    messages: [{ kind: 'confirm', spaceId, addressHash }],
    confirmed: false,
  });
  if (consent && anew && isSilent(consent, now)) return asking(askAgainItem(table, consent, now));
  if (consent) return { items: [], messages: [], confirmed: consent.state === 'confirmed' };
  refuseTooMany(known, now);
  const first = {
    spaceId,
    addressHash,
    address,
    monitorName: name,
    createdAt: now,
    askedAt: now,
    dueAt: now,
  };
  return asking(putConsentItem(table, { ...first, state: 'pending', mailedAt: null, mails: 0 }));
}

/** True for an address that was asked long ago, or that no mail has reached, and that may be asked again. */
function isSilent({ state, dueAt, mails, mailedAt }: Consent, now: Instant): boolean {
  const isDue = mailedAt === null || now >= mailedAt + ASKED_AGAIN_AFTER_MS;
  return state === 'pending' && dueAt === null && mails < MAILS_MAX && isDue;
}

function refuseTooMany(known: ReadonlyMap<string, Consent>, now: Instant): void {
  const waiting = [...known.values()].filter(
    ({ state, askedAt }) => state === 'pending' && now < askedAt + UNCONFIRMED_FOR_MS,
  ).length;
  if (waiting < UNCONFIRMED_MAX) return;
  throw new Refusal(
    'muitas_confirmacoes',
    `alert_to: ${waiting} addresses asked in the last 7 days have not confirmed yet; confirm one first.`,
  );
}
