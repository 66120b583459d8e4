import { hashOf } from '../adapters/ids.ts';
import type { QueueMessage } from '../adapters/queue.ts';
import { Refusal } from '../contract/errors.ts';
import { listConsents, putConsentItem, type Consent } from '../data/consents.ts';
import type { Table, TransactItem } from '../data/table.ts';
import type { Instant } from '../domain/instant.ts';

/** An owner can have this many addresses that have not answered yet: nobody mails strangers through us. */
const UNCONFIRMED_MAX = 5;

/** The key an address is kept under: its spelling without case. */
export function addressHashOf(address: string): string {
  return hashOf(address.trim().toLowerCase()).slice(0, 32);
}

/** What to write and send so that an address is asked for its consent; empty when it was asked before. */
export async function askConsent(
  table: Table,
  spaceId: string,
  address: string | null,
  monitorName: string,
  now: Instant,
): Promise<{ items: TransactItem[]; messages: QueueMessage[]; confirmed: boolean }> {
  if (address === null) return { items: [], messages: [], confirmed: false };
  const addressHash = addressHashOf(address);
  const known = await listConsents(table, spaceId);
  const consent = known.get(addressHash);
  if (consent) return { items: [], messages: [], confirmed: consent.state === 'confirmed' };
  const waiting = [...known.values()].filter((each) => each.state === 'pending').length;
  if (waiting >= UNCONFIRMED_MAX) {
    throw new Refusal(
      'muitas_confirmacoes',
      `alert_to: ${waiting} addresses have not confirmed yet; confirm one first.`,
    );
  }
  const asked: Consent = {
    spaceId,
    addressHash,
    address,
    state: 'pending',
    monitorName,
    createdAt: now,
    mailedAt: null,
    dueAt: now,
  };
  return {
    items: [putConsentItem(table, asked)],
    messages: [{ kind: 'confirm', spaceId, addressHash }],
    confirmed: false,
  };
}
