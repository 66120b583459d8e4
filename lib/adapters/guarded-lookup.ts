import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

/** Every address of a host name; rejects when there is none. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Why no connection was tried; the codes of the errors `guardedLookup` gives the socket. */
export const BLOCKED_ADDRESS = 'EBLOCKEDADDRESS';
export const DNS_FAILED = 'EDNSFAILED';

export async function resolveBySystem(host: string): Promise<LookupAddress[]> {
  return lookup(host, { all: true });
}

/**
 * A lookup for a socket that hands on only the addresses that are allowed. The socket connects to what it is given
 * here and asks no second time, so a name that changes its answer between a check and the connection (DNS
 * rebinding) gains nothing. Fails when no allowed address is left.
 */
export function guardedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    allowedAddresses(resolve, isAllowed, host).then(
      (found) => {
        const [first] = found;
        if (first === undefined) callback(codedError(BLOCKED_ADDRESS), '', 0);
        else if (options.all === true) callback(null, found);
        else callback(null, first.address, first.family);
      },
      () => callback(codedError(DNS_FAILED), '', 0),
    );
  };
}

async function allowedAddresses(
  resolve: Resolve,
  isAllowed: (address: string) => boolean,
  host: string,
): Promise<LookupAddress[]> {
  const answers = await resolve(host);
  if (answers.length === 0) throw codedError(DNS_FAILED);
  return answers.filter((answer) => isAllowed(answer.address));
}

function codedError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
