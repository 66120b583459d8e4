import { Refusal } from '../contract/errors.ts';

/** The 404 of a ping that no monitor takes. */
export function pingNotFound(): Refusal {
  return new Refusal('not_found', 'No active monitor takes pings at this URL.');
}
