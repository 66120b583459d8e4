import type { PaymentId } from '../domain/billing/payment.ts';
import { API_KEY_PREFIX, TOKEN_PREFIX, type Key } from './keys.ts';
import { PARTITIONS } from './partitions.ts';

/** The account and the id of the API key that a key of an account's keys names. */
export const apiKeyOf = ({ pk, sk }: Key) => ({
  ownerId: pk.slice(PARTITIONS.apiKeyRecords.length),
  id: sk.slice(API_KEY_PREFIX.length),
});

/** The kind of a token of a space. */
export const tokenKindOf = (key: Key) => key.sk.slice(TOKEN_PREFIX.length) as 'ingest' | 'feed';

/** The monitor a key of its partition belongs to. */
export const monitorIdOf = (key: Key): string => key.pk.slice(PARTITIONS.monitor.length);

/** The hash a credential is kept under. */
export const credentialHashOf = (key: Key): string => key.pk.slice(key.pk.indexOf('#') + 1);

/** The hash of the address a key of its partition belongs to. */
export const addressHashOf = (key: Key): string => key.pk.slice(PARTITIONS.address.length);

/** The space a key of its partition belongs to. */
export const spaceIdOf = (key: Key): string => key.pk.slice(PARTITIONS.space.length);

/** The message to the team that a key belongs to. */
export const contactIdOf = (key: Key): string => key.pk.slice(PARTITIONS.contact.length);

/** The payment that a key of its partition belongs to. */
export function paymentOf({ pk }: Key): PaymentId {
  const [network = '', asset = '', from = '', nonce = ''] = pk.slice(PARTITIONS.payment.length).split('#');
  return { network, asset, from, nonce };
}
