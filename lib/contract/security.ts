import {
  CREDENTIALS,
  isOptional,
  kindsFor,
  type CredentialKinds,
  type CredentialPlace,
} from './credentials.ts';
import type { Auth } from './operation.ts';

type Requirement = Record<string, never[]>;

/** OpenAPI's `security` of a mode: any one of the places; an optional one may be left out. */
export function securityOf(auth: Auth, kinds: CredentialKinds = CREDENTIALS): Requirement[] {
  const schemes = kindsFor(auth, kinds).flatMap(({ places }) => places.map(({ scheme }) => scheme));
  const required = [...new Set(schemes)].map((scheme) => ({ [scheme]: [] }));
  return isOptional(auth) ? [{}, ...required] : required;
}

/** OpenAPI's `securitySchemes`: one for each place. */
export function securitySchemes(kinds: CredentialKinds = CREDENTIALS): Record<string, object> {
  const places = Object.values(kinds).flatMap((kind) => kind.places);
  return Object.fromEntries(places.map((place) => [place.scheme, schemeOf(place)]));
}

function schemeOf(place: CredentialPlace): object {
  return place.in === 'bearer'
    ? { type: 'http', scheme: 'bearer' }
    : { type: 'apiKey', in: place.in, name: place.name };
}
