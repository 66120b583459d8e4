import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../domain/instant.ts';
import { dayOf, idleEndOf, type SessionTimes } from '../domain/account/session.ts';
import { changeItem, getItem, putOwn } from './items.ts';
import { credentialHashOf, sessionKey } from './keys.ts';
import { always, recordKind } from './record.ts';
import type { Table } from './table.ts';

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
  /** What the issuer said of how (OpenID Connect Core, section 2). */
  acr: string | null;
  amr: string[];
  createdAt: Instant;
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
    acr: null,
    amr: always,
    createdAt: always,
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

export async function putSession(table: Table, session: Session): Promise<void> {
  await putOwn(table, sessions.toItem(session));
}

/** Notes that a session was seen today; nothing where another call noted it or the session is gone. */
export async function noteSeen(table: Table, session: Session, now: Instant): Promise<void> {
  const times = { ...session, seenDay: dayOf(now) };
  await changeItem(table, sessionKey(session.hash), {
    UpdateExpression: 'SET seenDay = :day, #ttl = :ttl',
    ConditionExpression: 'seenDay < :day',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':day': times.seenDay, ':ttl': ttlOf(times) },
  });
}

/** Ends a session; one that is gone stays so. */
export async function deleteSession(table: Table, hash: string): Promise<void> {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...sessionKey(hash) } }));
}
