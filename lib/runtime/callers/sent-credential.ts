import type { CredentialKind, CredentialPlace } from '../../contract/credentials.ts';
import { cookieOf, type Call } from '../call.ts';

/** A credential as it was sent. */
export interface SentCredential {
  token: string;
  place: CredentialPlace['in'];
}

/** Of a call where credentials may stand. */
type Sending = Pick<Call, 'headers' | 'cookies' | 'rawQuery'>;

/** What a call sends as a credential of a kind, from the first of its places that holds something. */
export function sentOf(kind: CredentialKind, call: Sending): SentCredential | undefined {
  for (const place of kind.places) {
    const token = tokenAt(place, call)?.trim();
    // Bearers of all kinds share a header: one of another form is another kind's.
    if (token && (place.in !== 'bearer' || kind.form.test(token))) return { token, place: place.in };
  }
  return undefined;
}

/** Whether anything stands where a credential of a kind would. */
export function standsWhere(kind: CredentialKind, call: Sending): boolean {
  return kind.places.some((place) => Boolean(tokenAt(place, call)));
}

function tokenAt(place: CredentialPlace, call: Sending): string | null | undefined {
  switch (place.in) {
    case 'header':
      return call.headers[place.name.toLowerCase()];
    case 'bearer':
      return /^Bearer\s+(\S+)\s*$/i.exec(call.headers['authorization'] ?? '')?.[1];
    case 'query':
      return new URLSearchParams(call.rawQuery).get(place.name);
    case 'cookie':
      return cookieOf(call, place.name);
  }
}
