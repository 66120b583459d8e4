import { expect, it } from 'vitest';
import {
  credentialCodes,
  credentialHeaders,
  isForgeable,
  isOpenToSites,
  plainCodes,
  waysOf,
} from '../../../lib/contract/credentials.ts';
import { errorsOf } from '../../../lib/contract/refusals.ts';
import { securityOf, securitySchemes } from '../../../lib/contract/security.ts';
import { testKinds, testOperations } from '../../support/service/test-catalogue.ts';

/** A session as it will be: its own codes, in a cookie. */
const kinds = {
  ...testKinds,
  session: {
    ...testKinds['session'],
    codes: { absent: 'metodo_nao_permitido', invalid: 'pausa_longa' },
  } as (typeof testKinds)[string],
};

it('the codes of a mode are those of the kinds that open it', () => {
  expect(credentialCodes('none', kinds)).toEqual([]);
  expect(credentialCodes('hook')).toEqual([
    'credencial_ausente',
    'credencial_invalida',
    'invalid_session',
    'auth_unavailable',
    'organization_not_found',
    'organization_forbidden',
  ]);
  expect(credentialCodes('session', kinds)).toEqual(['metodo_nao_permitido', 'pausa_longa']);
  expect(credentialCodes('optional', kinds)).toEqual(['credencial_invalida', 'pausa_longa']);
  expect(credentialCodes('operator', kinds)).toEqual(['credencial_ausente', 'credencial_invalida']);
  expect(plainCodes('owner', kinds).absent).toBe('credencial_ausente');
});

it('the sentence of a mode names every place of every kind that opens it', () => {
  expect(waysOf('owner')).toBe(
    'Send an API key (from the account page) as X-Api-Key or Authorization: Bearer, or a session as the cookie __Host-mm-auth, or a guest token (from POST /api/guest) as X-Guest-Token or Authorization: Bearer or the cookie __Host-mm-guest.',
  );
  expect(waysOf('hook')).toBe(
    "Send the monitor's read token (`token` of its creation) as X-Hook-Token or ?token=, or an API key (from the account page) as X-Api-Key or Authorization: Bearer, or a session as the cookie __Host-mm-auth, or a guest token (from POST /api/guest) as X-Guest-Token or Authorization: Bearer or the cookie __Host-mm-guest.",
  );
  expect(waysOf('session', kinds)).toBe('Send a session as the cookie __Host-mm-auth.');
  expect(waysOf('operator', kinds)).toBe('No credential opens this yet.');
});

it('a preflight allows the headers that a credential may stand in, and no cookie', () => {
  expect(credentialHeaders()).toEqual([
    'X-Hook-Token',
    'X-Api-Key',
    'Authorization',
    'X-Guest-Token',
    'X-Credito',
  ]);
  expect(credentialHeaders(kinds)).toEqual(['X-Hook-Token', 'X-Api-Key', 'Authorization', 'X-Guest-Token']);
});

it('OpenAPI names each place once, and lets an optional credential be left out', () => {
  expect(securityOf('owner', kinds)).toEqual([
    { apiKeyHeader: [] },
    { bearer: [] },
    { sessionCookie: [] },
    { guestHeader: [] },
    { guestCookie: [] },
  ]);
  expect(securityOf('optional', kinds)).toEqual([{}, ...securityOf('owner', kinds)]);
  expect(securitySchemes(kinds)).toEqual({
    hookHeader: { type: 'apiKey', in: 'header', name: 'X-Hook-Token' },
    hookQuery: { type: 'apiKey', in: 'query', name: 'token' },
    apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    bearer: { type: 'http', scheme: 'bearer' },
    sessionCookie: { type: 'apiKey', in: 'cookie', name: '__Host-mm-auth' },
    guestHeader: { type: 'apiKey', in: 'header', name: 'X-Guest-Token' },
    guestCookie: { type: 'apiKey', in: 'cookie', name: '__Host-mm-guest' },
  });
});

it('what only a cookie opens, reads or sets is closed to other sites', () => {
  const open = Object.entries(testOperations)
    .filter(([, operation]) => isOpenToSites(operation, kinds))
    .map(([name]) => name);

  expect(open).toEqual(
    expect.not.arrayContaining(['showVisit', 'endVisit', 'confirmSignIn', 'getPerson', 'getPanel']),
  );
  expect(open).toEqual(expect.arrayContaining(['getOwn', 'getMaybe', 'getNote', 'signIn']));
});

it('an operation refuses with the codes of its credential, of its body and its own', () => {
  expect(errorsOf(testOperations.putPicture)).toEqual(['corpo_grande']);
  expect(errorsOf(testOperations.putNote)).toEqual(['corpo_grande', 'tipo_nao_suportado', 'corpo_invalido']);
  expect(errorsOf({ ...testOperations.getNote, auth: 'owner' })).toEqual([
    'credencial_ausente',
    'credencial_invalida',
    'invalid_session',
    'auth_unavailable',
    'organization_not_found',
    'organization_forbidden',
    'not_found',
    'muitos_testes',
  ]);
});

it('a write that a cookie may open has to prove where it comes from', () => {
  expect(isForgeable({ auth: 'owner', method: 'POST' })).toBe(true);
  expect(isForgeable({ auth: 'session', method: 'DELETE' })).toBe(true);
  expect(isForgeable({ auth: 'owner', method: 'GET' })).toBe(false);
  expect(isForgeable({ auth: 'none', method: 'POST' })).toBe(false);
  expect(errorsOf({ ...testOperations.putNote, auth: 'owner' })).toEqual(
    expect.arrayContaining(['invalid_origin', 'invalid_csrf']),
  );
});
