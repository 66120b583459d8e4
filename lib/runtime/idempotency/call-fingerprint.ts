import { hashOf } from '../../adapters/ids.ts';

/** What a payment is bound to: one call of one owner. */
export interface PaidCall {
  method: string;
  /** The path of the operation as the catalogue has it, such as `/api/endpoints/:id`. */
  route: string;
  /** What stands in the path, by name. */
  ids: Readonly<Record<string, string>>;
  /** As it was sent. */
  query: string;
  ownerId: string;
  body: Uint8Array;
}

/** A hash that two calls share only if they are the same: a signature of a wallet covers none of it. */
export function callFingerprint({ method, route, ids, query, ownerId, body }: PaidCall): string {
  const named = Object.entries(ids).sort(([left], [right]) => (left < right ? -1 : 1));
  return hashOf(JSON.stringify([method, route, named, query, ownerId, hashOf(body)]));
}
