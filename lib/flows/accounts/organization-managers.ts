import { accountsOf } from '../../data/accounts/accounts.ts';
import type { Consent } from '../../data/alerts/consents.ts';
import { ownerOfSpace } from '../../data/owners.ts';
import type { Table } from '../../data/table.ts';
import { isUnanswered } from '../../domain/alerts/consent.ts';
import { managersOf } from '../../domain/accounts/organization.ts';
import { hashOfAddress } from '../address-hash.ts';

/** Whoever looks after an organization, by the address that its sign-in confirmed. */
export interface Manager {
  address: string;
  addressHash: string;
}

/**
 * The owners and admins of the organization that a space belongs to, as they are now, each address once; at most as many
 * as an organization has members. None where the space is nobody's or belongs to somebody alone.
 */
export async function managersOfSpace(table: Table, spaceId: string): Promise<Manager[]> {
  const owner = await ownerOfSpace(table, spaceId);
  if (owner?.kind !== 'organization') return [];
  const accounts = await accountsOf(table, managersOf(owner));
  // A damaged account may lack its address; the others are mailed all the same.
  const addresses = accounts
    .map(({ email }) => email as string | undefined)
    .filter((each) => each !== undefined);
  const byHash = new Map(addresses.map((email) => [hashOfAddress(email), email]));
  return [...byHash].map(([addressHash, address]) => ({ address, addressHash }));
}

/** Whether any of them gets mails of the space; `consents` are all of the space, by the hash of the address. */
export async function someManagerAgrees(
  table: Table,
  spaceId: string,
  consents: ReadonlyMap<string, Pick<Consent, 'state' | 'answeredAt'>>,
): Promise<boolean> {
  const hasEnded = (consent: Pick<Consent, 'state' | 'answeredAt'> | undefined) =>
    !isUnanswered(consent) && consent.state !== 'confirmed';
  // An organization always has an owner, so mostly nobody has to be looked for.
  if (![...consents.values()].some(hasEnded)) return true;
  const managers = await managersOfSpace(table, spaceId);
  return managers.some(({ addressHash }) => !hasEnded(consents.get(addressHash)));
}
