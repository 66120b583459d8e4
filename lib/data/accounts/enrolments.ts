import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Instant } from '../../domain/instant.ts';
import { getItem, newItem, deleteItem } from '../items.ts';
import { credentialHashOf } from '../key-parts.ts';
import { enrolmentKey } from '../keys.ts';
import { always, recordKind } from '../record.ts';
import type { Table } from '../table.ts';

/** That a person of a session may set up or remove a second factor. */
export interface Enrolment {
  /** Of the session's secret. */
  hash: string;
  /** What the issuer is asked with, under a key of that secret, which is stored nowhere. */
  sealed: string;
  expiresAt: Instant;
}

/** How an enrolment is stored. */
const enrolments = recordKind<Enrolment, 'hash'>({
  key: ({ hash }) => enrolmentKey(hash),
  inKey: { hash: credentialHashOf },
  fields: { sealed: always, expiresAt: always },
  ttl: ({ expiresAt }) => Math.ceil(expiresAt / 1000),
});

export async function putEnrolment(table: Table, enrolment: Enrolment): Promise<void> {
  await table.client.send(new PutCommand(newItem(table, enrolments.toItem(enrolment)).Put));
}

/** The enrolment of a session; its end is for the caller to look at. */
export async function getEnrolment(table: Table, hash: string): Promise<Enrolment | undefined> {
  const item = await getItem(table, enrolmentKey(hash));
  return item && enrolments.fromItem(item);
}

/** Ends an enrolment; one that is gone stays so. */
export async function deleteEnrolment(table: Table, hash: string): Promise<void> {
  await deleteItem(table, enrolmentKey(hash));
}
