import { DAY_MS } from '../../domain/calendar.ts';
import { hashOf } from '../../adapters/ids.ts';
import { windowsFor, type Booking, type MailCap } from '../../domain/alerts/mail-caps.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Consent } from './consents.ts';
import { changeItem, unlessRefused } from '../items.ts';
import { consentKey, mailCountKey, type Key } from '../keys.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { putAskedSpaceItem } from './stopped-addresses.ts';
import { WriteConflict, transact, type Table, type TransactItem } from '../table.ts';

/** Counters outlive their window by so much. */
const KEPT_MS = DAY_MS;

/** What came of counting a consent mail: counted under all of its caps, or not at all because of the cap that is full. */
export type CountOutcome = { kind: 'counted' } | { kind: 'not_owed' } | { kind: 'full'; cap: MailCap };

/** Counts a leased consent mail as `countMail` does. */
export function countConsentMail(
  table: Table,
  consent: Consent,
  caps: readonly MailCap[],
  now: Instant,
): Promise<CountOutcome> {
  const notes = [countedItem(table, consent, now), putAskedSpaceItem(table, consent)];
  return countMail(table, { countedAt: consent.countedAt, booked: consent.booked, notes }, caps);
}

/** A leased mail by when it was counted last, and what is written with its counting: by that it is known to be owed still. */
export interface CountedMail {
  countedAt: Instant | null;
  booked: Booking | null;
  notes: readonly TransactItem[];
}

/**
 * Counts a leased mail under all of its caps or under none. It counts once in a window: its item remembers when it was
 * counted last, so a try that failed, or whose answer was lost, uses nothing up.
 */
export function countMail(
  table: Table,
  { countedAt, booked, notes }: CountedMail,
  caps: readonly MailCap[],
): Promise<CountOutcome> {
  const hasPlace = (cap: MailCap) => booked?.cap === cap.name && booked.from === cap.from;
  const uncounted = caps.filter((cap) => (countedAt === null || countedAt < cap.from) && !hasPlace(cap));
  if (uncounted.length === 0) return Promise.resolve({ kind: 'counted' });
  return retryOnConflict(async () => {
    try {
      await transact(table, [...uncounted.map((cap) => placeItem(table, cap)), ...notes]);
      return { kind: 'counted' };
    } catch (error) {
      if (!(error instanceof WriteConflict) || !error.refused.includes(true)) throw error;
      const cap = uncounted[error.refused.indexOf(true)];
      return cap ? { kind: 'full', cap } : { kind: 'not_owed' };
    }
  });
}

/**
 * Counts a mail that is kept nowhere, under all of its caps or under none; returns the cap that is full. Each counter is written
 * by itself, since a crowd at one then goes through it in turn: transactions would refuse each other for as long as it lasts. What
 * fails in between leaves a place that nobody has until the window is over.
 */
export async function countUnkept(table: Table, caps: readonly MailCap[]): Promise<MailCap | undefined> {
  const taken: MailCap[] = [];
  for (const cap of caps) {
    if (!(await takePlace(table, cap))) {
      await Promise.allSettled(taken.map((other) => giveBack(table, other)));
      return cap;
    }
    taken.push(cap);
  }
  return undefined;
}

/**
 * Takes a place for a mail in the first later window of a full cap that has one, behind those who wait already: whoever comes
 * then finds it taken. Undefined when the last window in which a mail may wait, or that begins by `endsAt`, is full too.
 */
export async function bookPlace(table: Table, cap: MailCap, endsAt: Instant): Promise<Booking | undefined> {
  const place = await nextWaiting(table, cap);
  for (const later of windowsFor(cap, place)) {
    if (later.from > endsAt) return undefined;
    if (await takePlace(table, later)) return { cap: cap.name, from: later.from };
  }
  return undefined;
}

/** How many mails wait for a full cap in its window, one more included. */
async function nextWaiting(table: Table, cap: MailCap): Promise<number> {
  const after = await changeItem(table, keyOf(cap), {
    UpdateExpression: 'ADD held :one SET #ttl = :ttl',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':one': 1, ':ttl': ttlOf(cap) },
    ReturnValues: 'UPDATED_NEW',
  });
  return Number(after?.['held']);
}

/** False when the cap is full. */
function takePlace(table: Table, cap: MailCap): Promise<boolean> {
  const { Key, ...update } = placeUpdate(cap);
  return unlessRefused(changeItem(table, Key, update));
}

async function giveBack(table: Table, cap: MailCap): Promise<void> {
  await changeItem(table, keyOf(cap), {
    UpdateExpression: 'ADD mails :back',
    ExpressionAttributeValues: { ':back': -1 },
  });
}

function placeItem(table: Table, cap: MailCap): TransactItem {
  return { Update: { TableName: table.name, ...placeUpdate(cap) } };
}

function placeUpdate(cap: MailCap) {
  return {
    Key: { ...keyOf(cap) },
    UpdateExpression: 'ADD mails :one SET #ttl = :ttl',
    ConditionExpression: 'attribute_not_exists(mails) OR mails < :limit',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':one': 1, ':limit': cap.limit, ':ttl': ttlOf(cap) },
  };
}

/** Lost when the address has answered meanwhile, or somebody else has leased its consent mail. */
function countedItem(table: Table, consent: Consent, now: Instant): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: { ...consentKey(consent.spaceId, consent.addressHash) },
      UpdateExpression: 'SET countedAt = :now',
      ConditionExpression: '#state = :pending AND dueAt = :leased',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':now': now, ':pending': 'pending', ':leased': consent.dueAt },
    },
  };
}

function keyOf(cap: MailCap): Key {
  return mailCountKey(cap.name, hashOf(cap.counted).slice(0, 32), cap.from);
}

function ttlOf(cap: MailCap): number {
  return Math.ceil((cap.from + cap.lengthMs + KEPT_MS) / 1000);
}
