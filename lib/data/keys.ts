import { HOUR_MS, MINUTE_MS } from '../domain/calendar.ts';
import type { Instant } from '../domain/instant.ts';
import type { PaymentId } from '../domain/billing/payment.ts';
import type { MonitorLife } from '../domain/monitors/monitor.ts';
import { spread } from '../domain/hash-number.ts';
import { PARTITIONS, type Partition } from './partitions.ts';

/**
 * Every key shape of the one table but those of statistics (`statistics-keys.ts`), of what came from other services (`switch-keys.ts`) and of status pages (`page-keys.ts`), with the access pattern
 * beside it. `pk` and `sk` are strings; the sparse, keys-only index `due` has `duePk` (string) and `dueAt` (number, milliseconds).
 */
export interface Key {
  pk: string;
  sk: string;
}

const tenDigits = (number: number): string => String(number).padStart(10, '0');
const sortable = (at: Instant): string => String(at).padStart(14, '0');
const keyIn = (partition: Partition, id: string, sk: string): Key => ({ pk: PARTITIONS[partition] + id, sk });

/** Each kind of credential by the hash of its text. Own prefixes, so that a function may be allowed one kind alone. */
export const guestTokenKey = (sha256: string): Key => keyIn('guest', sha256, CREDENTIAL_SK);
export const ingestTokenKey = (sha256: string): Key => keyIn('ingestKey', sha256, CREDENTIAL_SK);
export const feedTokenKey = (sha256: string): Key => keyIn('feedToken', sha256, CREDENTIAL_SK);
const CREDENTIAL_SK = 'CRED';

/** That a guest token was rotated: read where the rotation is repeated. */
export const guestRotationKey = (sha256: string): Key => keyIn('guest', sha256, 'ROTATED');

/** Whose an API key is, by the hash of its text: read by every call with one. */
export const apiKeyCredentialKey = (sha256: string): Key => keyIn('apiKey', sha256, CREDENTIAL_SK);

/** What changes of an API key: read by every call with it, queried by the list of an account. */
export const apiKeyKey = (ownerId: string, keyId: string): Key =>
  keyIn('apiKeyRecords', ownerId, `${API_KEY_PREFIX}${keyId}`);
export const API_KEY_PREFIX = 'KEY#';

/** A session by the hash of its secret: read by every call of a signed-in browser. */
export const sessionKey = (sha256: string): Key => keyIn('session', sha256, 'SESSION');

/** That an account has a session: queried when it is exported or erased. */
export const sessionPointerKey = (ownerId: string, sha256: string): Key =>
  keyIn('owner', ownerId, `${SESSION_POINTER_PREFIX}${sha256}`);
export const SESSION_POINTER_PREFIX = 'SESSION#';

/** Which account a person of an issuer has, by the hash of both: read at sign-in. */
export const identityKey = (sha256: string): Key => keyIn('identity', sha256, 'IDENTITY');

/** That a mailbox had a trial, by the hash of its folded address: read when an account first acts as an owner. */
export const trialKey = (sha256: string): Key => keyIn('trial', sha256, 'TRIAL');

/** That an address is invited to an organization, by the hash of the address: queried by its holder's page. */
export const invitedKey = (addressHash: string, organizationId: string): Key =>
  keyIn('invited', addressHash, `${INVITED_PREFIX}${organizationId}`);
export const INVITED_PREFIX = 'ORG#';

/** The mail of such an invitation, and those before it: read when the address is invited and before each mail. */
export const invitationMailKey = (addressHash: string, organizationId: string): Key =>
  keyIn('invited', addressHash, `${INVITATION_MAIL_PREFIX}${organizationId}`);
export const INVITATION_MAIL_PREFIX = 'INVITE#';

/** A sign-in that is under way, by the hash of its state: written when it begins, taken away when it ends. */
export const loginKey = (sha256: string): Key => keyIn('login', sha256, 'LOGIN');

/** That a session may set up a second factor, by the hash of its secret. */
export const enrolmentKey = (sha256: string): Key => keyIn('enrolment', sha256, 'ENROLMENT');

/** An owner, its spaces and counters: read by every authenticated call. */
export const ownerKey = (ownerId: string): Key => keyIn('owner', ownerId, 'OWNER');

/** That an owner used an idempotency key, and the answer: read and written by calls that carry one. */
export const idempotencyKey = (ownerId: string, keyHash: string): Key =>
  keyIn('idempotency', `${ownerId}#${keyHash}`, 'KEY');

/** A further part of an answer that is too long for one item; `claim` keeps the calls apart that had the key. */
export const answerPartKey = (
  { ownerId, keyHash, claim }: { ownerId: string; keyHash: string; claim: string },
  index: number,
): Key => ({ pk: idempotencyKey(ownerId, keyHash).pk, sk: `PART#${claim}#${index}` });

/** The picture of an account, apart from it so that whoever may remove one may not remove the owner: read by its page. */
export const avatarKey = (ownerId: string): Key => keyIn('avatar', ownerId, 'AVATAR');

/** Which owner a space belongs to: read by the ingest key and the checker. */
export const spaceKey = (spaceId: string): Key => keyIn('space', spaceId, SPACE_SK);
export const SPACE_SK = 'SPACE';

/** Where alerts of an owner go: queried together with the space, by its lists and whenever something is told. */
export const ownerChannelKey = (spaceId: string, id: string): Key =>
  keyIn('space', spaceId, OWNER_CHANNEL_PREFIX + id);
export const OWNER_CHANNEL_PREFIX = `${SPACE_SK}+CHANNEL#`;
/** When the work of a space is expected to stand still: read with its channels. */
export const maintenanceKey = (spaceId: string): Key => keyIn('space', spaceId, MAINTENANCE_SK);
export const MAINTENANCE_SK = `${SPACE_SK}+MAINTENANCE`;
/** That pings by identity reach a space, and those of them that met no monitor: read by its page, written by what takes them. */
export const identityPingsKey = (spaceId: string): Key => keyIn('space', spaceId, 'AWS');

/** That a space has a monitor: queried by the list, which then reads the monitors consistently. */
export const spaceMonitorKey = (spaceId: string, monitorId: string): Key =>
  keyIn('space', spaceId, `${SPACE_MONITOR_PREFIX}${monitorId}`);
export const SPACE_MONITOR_PREFIX = 'MON#';

/**
 * Many monitors of a space that were created together: listed by the same query as their single pointers, and all
 * visible at once when the block is committed.
 */
export const monitorBlockKey = (spaceId: string, blockId: string): Key =>
  keyIn('space', spaceId, `${MONITOR_BLOCK_PREFIX}${blockId}`);
export const MONITOR_BLOCK_PREFIX = `${SPACE_MONITOR_PREFIX}+`;

/** That a space had a monitor of which something is kept: queried when all of the space is exported or erased. */
export const formerMonitorKey = (spaceId: string, monitorId: string): Key =>
  keyIn('space', spaceId, `${FORMER_MONITOR_PREFIX}${monitorId}`);
export const FORMER_MONITOR_PREFIX = 'GONE#';

/** A token of a space, by version: read when it is shown or rotated. */
export const spaceTokenKey = (spaceId: string, kind: 'ingest' | 'feed'): Key =>
  keyIn('space', spaceId, `${TOKEN_PREFIX}${kind}`);
export const TOKEN_PREFIX = 'TOKEN#';

/** Whether an address wants the alerts of a space: read before each mail. */
export const consentKey = (spaceId: string, addressHash: string): Key =>
  keyIn('space', spaceId, `${CONSENT_PREFIX}${addressHash}`);
export const CONSENT_PREFIX = 'MAIL#';

/** How many consent mails were counted in one window, of a mailbox, domain or quota; hashed, as it may hold any character. */
export const mailCountKey = (name: string, countedHash: string, from: Instant): Key =>
  keyIn('mailCount', `${name}#${countedHash}`, `FROM#${sortable(from)}`);

/** That an address must not be asked, whoever names it: read before it is. */
export const stopKey = (addressHash: string): Key => keyIn('address', addressHash, 'STOP');

/** A space that mail to an address went out from: queried when such a mail comes back. */
export const askedSpaceKey = (addressHash: string, spaceId: string): Key =>
  keyIn('address', addressHash, `${ASKED_SPACE_PREFIX}${spaceId}`);
export const ASKED_SPACE_PREFIX = 'SPACE#';

/** A monitor: read by ingest, checker and detail. */
export const monitorKey = (monitorId: string): Key => keyIn('monitor', monitorId, MONITOR_SK);
export const MONITOR_SK = 'MON';

/** An event of a monitor, in order of arrival. */
export const eventKey = (monitorId: string, eventId: string): Key =>
  keyIn('monitor', monitorId, `${EVENT_PREFIX}${eventId}`);
export const EVENT_PREFIX = 'EV#';

/** Some events in a row of a monitor, packed: by the first and the last, so that the same ones are the same block. */
export const pingBlockKey = (id: string, oldest: string, newest: string): Key =>
  keyIn('monitor', id, `${PING_BLOCK_PREFIX}${oldest}#${newest}`);
export const PING_BLOCK_PREFIX = 'PINGS#';

/** An alert on one channel, in order of decision: outbox and ledger in one. */
export const alertKey = (monitorId: string, alertSk: string): Key => keyIn('monitor', monitorId, alertSk);
export const ALERT_PREFIX = 'AL#';
/** Sorts by decision, then by place within one decision. */
export const alertSk = (decidedAt: Instant, sequence: number, channel: string): string =>
  `${ALERT_PREFIX}${sortable(decidedAt)}#${String(sequence).padStart(3, '0')}#${channel}`;

/** The time in the key of a test alert is cut to this slot, so that one test fits in it. */
export const TEST_SLOT_MS = 10_000;

/** That a channel of a monitor fails: read by the detail, written by the notifier. */
export const channelKey = (monitorId: string, channel: string): Key =>
  keyIn('monitor', monitorId, `${CHANNEL_PREFIX}${channel}`);
export const CHANNEL_PREFIX = 'CHANNEL#';

/** That a reader was told of a failing address of a space: read before another monitor would tell the same. */
export const failureToldKey = (spaceId: string, dedupeKey: string): Key =>
  keyIn('space', spaceId, `TOLD#${dedupeKey}`);

/** How fast a recipient takes messages, by a hash of who it is: read before each message to it. */
export const paceKey = (id: string): Key => keyIn('pace', id, 'PACE');

/** An incident of a monitor, by its number: read by its lists and statistics, written by the checker. */
export const incidentKey = (monitorId: string, number: number): Key =>
  keyIn('monitor', monitorId, `${INCIDENT_PREFIX}${tenDigits(number)}`);
export const INCIDENT_PREFIX = 'INC#';

/** What a deleted monitor leaves to the next one of its name: read when that comes. */
export const pastLivesKey = (monitorId: string): Key => keyIn('monitor', monitorId, 'INCIDENTS');

/** What incidents and runs made of a month of one life of a monitor, such as `2027-03`: each life has its `createdAt`. */
export const monthKey = ({ id, createdAt }: MonitorLife, month: string): Key =>
  keyIn('monitor', id, `MONTH#${sortable(createdAt)}#${month}`);

/** An outage of a whole space writes a pointer for each of its monitors at once, so they are spread. */
export const INCIDENT_SHARDS = 4;

/** Where the incidents of a space are listed, one of its `INCIDENT_SHARDS`. */
export const incidentListPk = (spaceId: string, shard: number): string =>
  `${PARTITIONS.incidents}${spaceId}#${shard}`;

/**
 * That a space has an incident: queried from the greatest key down, so open ones come first and the newest before the
 * others. Moves when the incident closes.
 */
export const incidentPointerKey = (
  spaceId: string,
  place: { state: 'open' | 'closed'; downSince: Instant; monitorId: string; number: number },
): Key => ({
  pk: incidentListPk(spaceId, spread(place.monitorId) % INCIDENT_SHARDS),
  sk: [
    INCIDENT_STATES[place.state] + sortable(place.downSince),
    place.monitorId,
    tenDigits(place.number),
  ].join('#'),
});
export const INCIDENT_STATES = { open: 'OPEN#', closed: 'CLOSED#' } as const;

/** What was changed of a monitor's settings, in order of time. */
export const changeKey = (monitorId: string, changeId: string): Key =>
  keyIn('monitor', monitorId, `${CHANGE_PREFIX}${changeId}`);
export const CHANGE_PREFIX = 'CHG#';

/** What a job sent with an event: apart, so that events stay small and a ping without output is no dearer. */
export const outputKey = (monitorId: string, eventId: string): Key =>
  keyIn('monitor', monitorId, `OUT#${eventId}`);

/** What a program of Healthchecks said of a monitor that the monitor has no place for: read where it is shown as a check. */
export const checkFieldsKey = (monitorId: string): Key => keyIn('monitor', monitorId, 'CHECK');

/** A payment by network, asset, payer and nonce: read and written by the call that it pays for, and by the check. */
export const paymentKey = ({ network, asset, from, nonce }: PaymentId): Key =>
  keyIn('payment', [network, asset, from, nonce].join('#'), PAYMENT_SK);
export const PAYMENT_SK = 'PAYMENT';

/** A device with its facts and collections: read by its owner, by its one-hour report and by each reading. */
export const deviceKey = (deviceId: string): Key => keyIn('device', deviceId, 'DEVICE');

/** That a space has a device: queried by the list. */
export const spaceDeviceKey = (spaceId: string, deviceId: string): Key =>
  keyIn('space', spaceId, `${SPACE_DEVICE_PREFIX}${deviceId}`);
export const SPACE_DEVICE_PREFIX = 'DEVICE#';

/** That a space had a device whose readings are kept: queried when all of the space is exported or erased. */
export const formerDeviceKey = (spaceId: string, deviceId: string): Key =>
  keyIn('space', spaceId, `${FORMER_DEVICE_PREFIX}${deviceId}`);
export const FORMER_DEVICE_PREFIX = 'GONE-DEVICE#';

/** What a machine sends by a symbol: read by each reading. */
export const symbolKey = (symbol: string): Key => keyIn('symbol', symbol, 'SYMBOL');

/** A channel of a collector of a device: listed with the device. */
export const inputKey = (deviceId: string, collector: string): Key =>
  keyIn('device', deviceId, `${INPUT_PREFIX}${collector}`);
export const INPUT_PREFIX = 'INPUT#';

/** Which channel a collector sends to, by the hash of its credential: read by each push. */
export const inputCredentialKey = (sha256: string): Key => keyIn('inputCredential', sha256, CREDENTIAL_SK);

/** The last numbers of a channel: apart from it, so that whoever takes pushes may not change a device. */
export const liveKey = (deviceId: string, collector: string): Key =>
  keyIn('readings', deviceId, `${LIVE_PREFIX}${collector}`);
export const LIVE_PREFIX = 'LIVE#';

/** All measures of a device in one minute, or those that are read once an hour in one hour: queried from the newest down. */
export const readingKey = (deviceId: string, every: keyof typeof READING_PREFIXES, at: Instant): Key =>
  keyIn('readings', deviceId, READING_PREFIXES[every] + tenDigits(Math.floor(at / READING_MS[every])));
export const READING_PREFIXES = { minute: 'M#', hour: 'H#' } as const;
const READING_MS = { minute: MINUTE_MS, hour: HOUR_MS } as const;

/** A prepaid credit by the hash of its token: read by its holder and by each call that it pays for. */
export const creditKey = (sha256: string): Key => keyIn('credit', sha256, 'CREDIT');

/** What was bought for a credit or spent from it, in order of time: queried by its holder. */
export const creditEntryKey = (sha256: string, entryId: string): Key =>
  keyIn('credit', sha256, `${CREDIT_ENTRY_PREFIX}${entryId}`);
export const CREDIT_ENTRY_PREFIX = 'ENTRY#';

/** What was bought for a space, in order of time: listed for its owner, with whom it moves. */
export const purchaseKey = (spaceId: string, purchaseId: string): Key =>
  keyIn('space', spaceId, `${PURCHASE_PREFIX}${purchaseId}`);
export const PURCHASE_PREFIX = 'PURCHASE#';

/** The checker's own state: read by each check and by health. */
export const checkerKey: Key = { pk: PARTITIONS.checker, sk: 'CHECK' };

/** One of the slots for test alerts that are under way, of the whole service. */
export const testSlotKey = (slot: number): Key => ({ pk: PARTITIONS.testSlots, sk: `TEST#${slot}` });
/** Which monitor the canary pings. */
export const canaryKey: Key = { pk: PARTITIONS.canary, sk: 'CANARY' };

/** That what belonged to an owner who is gone is to be erased: all of them are queried by each run of the eraser. */
export const erasureKey = (ownerId: string): Key => ({ pk: PARTITIONS.erasure, sk: ownerId });

/** The notice to an owner who had monitors due in a blind window; found through the due index. */
export const blindNoticeKey = (spaceId: string, from: Instant): Key =>
  keyIn('space', spaceId, `${BLIND_NOTICE_PREFIX}${sortable(from)}`);
export const BLIND_NOTICE_PREFIX = 'BLIND#';

/** A message to the team until it is mailed: due then. */
export const contactKey = (id: string): Key => keyIn('contact', id, CONTACT_SK);
export const CONTACT_SK = 'CONTACT';

/** When the next turn is free in a line of such messages, by a derived name of the network: written by each message. */
export const contactLineKey = (name: string): Key => keyIn('contactLine', name, 'LINE');

/** An event id: sortable by time, unique by its tail. */
export const eventIdOf = (at: Instant, tail: string): string => `${sortable(at)}-${tail}`;
