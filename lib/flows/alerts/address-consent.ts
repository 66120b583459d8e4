import { DAY_MS } from '../../domain/calendar.ts';
import type { QueueMessage } from '../../adapters/queue.ts';
import { Refusal } from '../../contract/errors.ts';
import { countAskItem, getAsks } from '../../data/spaces.ts';
import {
  askAgainItem,
  listConsents,
  newConsent,
  putConsentItem,
  type Consent,
} from '../../data/alerts/consents.ts';
import type { Table, TransactItem } from '../../data/table.ts';
import type { Owner } from '../../data/owners.ts';
import { quotaOf, type Quota } from '../../domain/alerts/mail-caps.ts';
import { isUnanswered } from '../../domain/alerts/consent.ts';
import { BOUNCED_FOR_MS } from '../../domain/alerts/stopped-address.ts';
import type { Instant } from '../../domain/instant.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { MonitorSettings } from '../../domain/monitors/monitor.ts';
import { hashOfAddress } from '../address-hash.ts';
import { consentsAmong } from './address-consents.ts';

/** An owner can have only so many addresses asked in a week that have not answered: nobody mails strangers through us. */
const UNCONFIRMED_FOR_MS = 7 * DAY_MS;

/** An address that does not answer is asked again when it is named again: this often in all, a day apart. */
const MAILS_MAX = 3;
const ASKED_AGAIN_AFTER_MS = DAY_MS;

const ANSWERS: ReadonlySet<Consent['state']> = new Set(['confirmed', 'unsubscribed']);

/** What a request does about the consent of an address. */
export interface ConsentRequest {
  items: TransactItem[];
  messages: QueueMessage[];
  consented: boolean;
  /** As it is with that; undefined where nothing is kept of the address. */
  consent?: Consent | undefined;
}

/** How an address is named: with `anew` by the request itself, and in whose name the mail would go out. */
export interface AddressNaming {
  quota: Quota;
  anew: boolean;
  now: Instant;
  /** The field that names it, where it is not `alert_to`. */
  field?: string;
}

/** The same for the addresses of several monitors; consented are addresses by their hash. */
interface AskingSeveral extends Omit<ConsentRequest, 'consented' | 'consent'> {
  consented: ReadonlySet<string>;
  consents: ReadonlyMap<string, Consent>;
}

type Addressed = Pick<MonitorSettings, 'alertTo' | 'alertToOwn' | 'name'> & { isOfChannel?: boolean };

/** In whose name an owner has addresses asked. */
export function namingOf(owner: Owner, anew: boolean, now: Instant): AddressNaming {
  return { quota: quotaOf(owner), anew, now };
}

/**
 * What to write and send so that the address of a monitor is asked for its consent; nothing when it has answered or was
 * asked. The write is lost when the space had another address asked meanwhile, so that the limit holds under any number
 * of calls at once. Throws 429 when too many addresses have not answered.
 */
export async function askConsent(
  table: Table,
  spaceId: string,
  named: Addressed,
  naming: AddressNaming,
): Promise<ConsentRequest> {
  if (named.alertTo === null) return { items: [], messages: [], consented: false };
  const { consented, consents, ...request } = await askConsents(table, spaceId, [named], naming);
  const hash = hashOfAddress(named.alertTo);
  return { ...request, consented: consented.has(hash), consent: consents.get(hash) };
}

/** The same for several monitors of a space that are written together, each address once. */
export async function askConsents(
  table: Table,
  spaceId: string,
  named: readonly Addressed[],
  { quota, anew, now, field = 'alert_to' }: AddressNaming,
): Promise<AskingSeveral> {
  const addresses = new Map(
    named.flatMap(({ alertTo, alertToOwn, name, isOfChannel }) =>
      alertTo === null ? [] : [[hashOfAddress(alertTo), { alertTo, alertToOwn, name, isOfChannel }]],
    ),
  );
  if (addresses.size === 0) return { items: [], messages: [], consented: new Set(), consents: new Map() };
  const asks = await getAsks(table, spaceId);
  const known = new Map(await listConsents(table, spaceId));
  const consented = new Set<string>();
  for (const [hash, named] of addresses)
    if (await consentsAmong(table, known, { ...named, spaceId })) consented.add(hash);
  const items: TransactItem[] = [];
  const messages: QueueMessage[] = [];
  for (const [addressHash, { alertTo: address, alertToOwn, name, isOfChannel = false }] of addresses) {
    const consent = known.get(addressHash);
    if (alertToOwn && isUnanswered(consent)) continue;
    const unanswered = unansweredBeside(known, addressHash, now);
    const isFull = unanswered.length >= LIMITS.unansweredAddressesMax;
    if (consent && !(anew && mayBeAskedAgain(consent, now) && !isFull)) continue;
    if (isFull) throw tooManyUnanswered(unanswered, field, now);
    const first = { spaceId, addressHash, address, monitorName: name, isOfChannel, quota };
    const asked = consent ?? newConsent(first, now);
    items.push(consent ? askAgainItem(table, { ...consent, ...first }, now) : putConsentItem(table, asked));
    messages.push({ kind: 'confirm', spaceId, addressHash });
    known.set(addressHash, { ...asked, state: 'pending', askedAt: now });
  }
  if (items.length > 0) items.push(countAskItem(table, spaceId, asks));
  return { items, messages, consented, consents: known };
}

/**
 * True for an address that was asked long ago, that no mail has reached, whose mail came back long ago, or that had consented
 * and has complained of the alerts: of those who never consented a complaint is the answer.
 */
function mayBeAskedAgain(
  { state, dueAt, mails, mailedAt, stoppedAt, answeredAt }: Consent,
  now: Instant,
): boolean {
  if (dueAt !== null || mails >= MAILS_MAX) return false;
  if (state === 'complained')
    return answeredAt !== null && now >= (stoppedAt ?? answeredAt) + ASKED_AGAIN_AFTER_MS;
  if (state === 'bounced') return stoppedAt === null || now >= stoppedAt + BOUNCED_FOR_MS;
  return state === 'pending' && (mailedAt === null || now >= mailedAt + ASKED_AGAIN_AFTER_MS);
}

/** The other addresses of a space that were asked in the last week and have not answered; a mail that comes back is no answer. */
function unansweredBeside(known: ReadonlyMap<string, Consent>, addressHash: string, now: Instant): Consent[] {
  return [...known.values()].filter(
    (other) =>
      other.addressHash !== addressHash &&
      !ANSWERS.has(other.state) &&
      now < other.askedAt + UNCONFIRMED_FOR_MS,
  );
}

/** A place is free as soon as so many of them are a week old that fewer than the limit are left. */
function tooManyUnanswered(unanswered: Consent[], field: string, now: Instant): Refusal {
  const askedAt = unanswered.map((consent) => consent.askedAt).sort((a, b) => a - b);
  const freeAt = (askedAt[unanswered.length - LIMITS.unansweredAddressesMax] ?? now) + UNCONFIRMED_FOR_MS;
  return new Refusal(
    'muitas_confirmacoes',
    `${field}: ${unanswered.length} addresses asked in the last 7 days have not confirmed yet; confirm one first.`,
    {},
    Math.ceil((freeAt - now) / 1000),
  );
}
