import type { Instant } from '../../domain/instant.ts';
import { dayNumberOf, idleEndOf, type SessionTimes } from '../../domain/accounts/session.ts';
import { deleteItems } from '../delete-items.ts';
import { changeItem, getItem } from '../items.ts';
import { credentialHashOf } from '../key-parts.ts';
import { SESSION_POINTER_PREFIX, sessionKey, sessionPointerKey } from '../keys.ts';
import { namesBehind } from '../query-pages.ts';
import { readList } from '../read-many.ts';
import { always, recordKind } from '../record.ts';
import { transact, type Table } from '../table.ts';

/** That a browser is signed in. Its cookie holds the secret; here stands the hash of that. */
export interface Session extends SessionTimes {
  hash: string;
  ownerId: string;
  /** It ends when the account's rises above it. */
  epoch: number;
  /** When the person proved who it is, by the issuer's clock: what a recent sign-in is judged by. */
  authTime: Instant;
  /** Whether a second factor was shown. */
  mfa: boolean;
  /** When an authenticator app was set up in it, by a code of that. */
  enrolledAt: Instant | null;
  /** What the issuer said of how (OpenID Connect Core, section 2). */
  acr: string | null;
  amr: string[];
  /** Who signed in, in the words of the issuer; null of a session that an earlier version began. */
  person: { issuer: string; subject: string } | null;
  createdAt: Instant;
  /** By what it was begun, in our words: `Firefox 128 on Linux`; null of a session that an earlier version began. */
  browser: string | null;
}

/** How a session is stored. */
const sessions = recordKind<Session, 'hash'>({
  key: ({ hash }) => sessionKey(hash),
  inKey: { hash: credentialHashOf },
  fields: {
    ownerId: always,
    epoch: always,
    authTime: always,
    mfa: always,
    enrolledAt: null,
    acr: null,
    amr: always,
    person: null,
    createdAt: always,
    browser: null,
    seenDay: always,
    expiresAt: always,
  },
  ttl: ttlOf,
});

/** The table removes it some time after its end, which is looked at when it is read. */
function ttlOf({ seenDay, expiresAt }: SessionTimes): number {
  return Math.ceil(Math.min(expiresAt, idleEndOf(seenDay)) / 1000);
}

export async function getSession(table: Table, hash: string): Promise<Session | undefined> {
  const item = await getItem(table, sessionKey(hash));
  return item && sessions.fromItem(item);
}

/** Keeps a new session, and beside its account that it has one. Its hash is its own, so a repeat writes the same. */
export async function putSession(table: Table, session: Session): Promise<void> {
  const { ownerId, hash, expiresAt } = session;
  const pointer = { ...sessionPointerKey(ownerId, hash), ttl: Math.ceil(expiresAt / 1000) };
  const items = [sessions.toItem(session), pointer];
  await transact(
    table,
    items.map((Item) => ({ Put: { TableName: table.name, Item } })),
  );
}

/** Notes that a session was seen today; nothing where another call noted it or the session is gone. */
export async function noteSeen(table: Table, session: Session, now: Instant): Promise<void> {
  const times = { ...session, seenDay: dayNumberOf(now) };
  await changeItem(table, sessionKey(session.hash), {
    UpdateExpression: 'SET seenDay = :day, #ttl = :ttl',
    ConditionExpression: 'seenDay < :day',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':day': times.seenDay, ':ttl': ttlOf(times) },
  });
}

/** Notes that an authenticator app was set up in a session. Throws `WriteConflict` where that has ended. */
export async function noteEnrolled(table: Table, hash: string, now: Instant): Promise<void> {
  await changeItem(table, sessionKey(hash), {
    UpdateExpression: 'SET enrolledAt = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': now },
  });
}

/** Ends a session; one that is gone stays so. */
export async function deleteSession(
  table: Table,
  { ownerId, hash }: Pick<Session, 'ownerId' | 'hash'>,
): Promise<void> {
  await transact(
    table,
    [sessionKey(hash), sessionPointerKey(ownerId, hash)].map((key) => ({
      Delete: { TableName: table.name, Key: { ...key } },
    })),
  );
}

/** Ends some sessions of an account, the pointers last, so that a repeat finds what is left. */
export async function deleteSessions(
  table: Table,
  ownerId: string,
  hashes: readonly string[],
): Promise<void> {
  await deleteItems(table, hashes.map(sessionKey));
  await deleteItems(
    table,
    hashes.map((hash) => sessionPointerKey(ownerId, hash)),
  );
}

/** The hashes of the sessions of an account, also of some that have ended; a page at a time. */
export function sessionHashes(table: Table, ownerId: string): AsyncGenerator<string[]> {
  return namesBehind(table, sessionPointerKey(ownerId, '').pk, SESSION_POINTER_PREFIX);
}

/** Enough for every browser that anybody has. */
const SESSIONS_LISTED_MAX = 500;

/** The same, the first 500. */
export async function firstSessionHashes(table: Table, ownerId: string): Promise<string[]> {
  const listed: string[] = [];
  for await (const hashes of sessionHashes(table, ownerId)) {
    listed.push(...hashes);
    if (listed.length >= SESSIONS_LISTED_MAX) break;
  }
  return listed.slice(0, SESSIONS_LISTED_MAX);
}

/** The sessions of some hashes, as far as there are any. */
export function getSessions(table: Table, hashes: readonly string[]): Promise<Session[]> {
  return readList(table, hashes.map(sessionKey), sessions.fromWire);
}

/** Sessions of an account, also some that have ended; 500 of them where there are more. */
export async function sessionsOf(table: Table, ownerId: string): Promise<Session[]> {
  return getSessions(table, await firstSessionHashes(table, ownerId));
}
