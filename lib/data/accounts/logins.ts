import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { LoginPurpose } from '../../domain/accounts/login.ts';
import type { Instant } from '../../domain/instant.ts';
import { conditionally, putOwn } from '../items.ts';
import { credentialHashOf } from '../key-parts.ts';
import { loginKey } from '../keys.ts';
import { always, recordKind } from '../record.ts';
import { WriteConflict, type Table } from '../table.ts';

/** A sign-in that is under way: what the answer of the issuer is compared with. */
export interface Login {
  /** Of its state, which the issuer gives back. */
  hash: string;
  nonce: string;
  /** The PKCE code verifier (RFC 7636). */
  verifier: string;
  /** Of the secret of the browser that began it; no other may end it. */
  browserHash: string;
  returnTo: string;
  purpose: LoginPurpose;
  /** Whose session it is that is to be proven again; null for a sign-in. */
  ownerId: string | null;
  expiresAt: Instant;
}

/** How a sign-in that is under way is stored. */
const logins = recordKind<Login, 'hash'>({
  key: ({ hash }) => loginKey(hash),
  inKey: { hash: credentialHashOf },
  fields: {
    nonce: always,
    verifier: always,
    browserHash: always,
    returnTo: always,
    purpose: always,
    ownerId: null,
    expiresAt: always,
  },
  ttl: ({ expiresAt }) => Math.ceil(expiresAt / 1000),
});

export async function putLogin(table: Table, login: Login): Promise<void> {
  await putOwn(table, logins.toItem(login));
}

/**
 * Takes a sign-in away, so that it can be ended once; undefined where there is none of this browser, whose record stays
 * for the browser it belongs to.
 */
export async function takeLogin(table: Table, hash: string, browserHash: string): Promise<Login | undefined> {
  const taking = new DeleteCommand({
    TableName: table.name,
    Key: { ...loginKey(hash) },
    ConditionExpression: 'browserHash = :browser',
    ExpressionAttributeValues: { ':browser': browserHash },
    ReturnValues: 'ALL_OLD',
  });
  try {
    const { Attributes: item } = await conditionally(table.client.send(taking));
    return item && logins.fromItem(item);
  } catch (error) {
    if (error instanceof WriteConflict) return undefined;
    throw error;
  }
}
