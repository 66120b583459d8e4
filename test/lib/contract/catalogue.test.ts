import { describe, expect, it } from 'vitest';
import { catalogue, operations } from '../../../lib/contract/catalogue.ts';
import { COOKIES } from '../../../lib/contract/cookies.ts';
import { CREDENTIALS, isOptional, kindsFor } from '../../../lib/contract/credentials.ts';
import { STATUSES } from '../../../lib/contract/errors.ts';
import { methodsOf, statusesOf } from '../../../lib/contract/operation.ts';
import { openApiPath } from '../../../lib/contract/path.ts';
import { openApiDocument } from '../../../lib/contract/openapi.ts';
import { errorsOf } from '../../../lib/contract/refusals.ts';
import { expectRefused } from '../../support/service/refused.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { OPERATOR_TOKEN } from '../../support/accounts/operator.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { pageHeaders } from '../../support/accounts/session.ts';

const service = shared(() =>
  startTestService({
    users: { ...STRANGERS_WELCOME, publicPages: 'on' },
    operatorToken: OPERATOR_TOKEN,
  }),
);

const document = openApiDocument(catalogue, {
  build: 'test',
  baseUrl: 'https://rollcall.example',
  ingestOrigin: 'https://in.rollcall.example',
});
const paths = document['paths'] as Record<string, Record<string, Record<string, unknown>>>;

describe('the catalogue', () => {
  it('has no two operations of one method and path', () => {
    const keys = operations.flatMap(([, operation]) =>
      methodsOf(operation).map((method) => `${method} ${operation.path}`),
    );

    expect(new Set(keys).size).toBe(keys.length);
  });

  it('names each operation by a verb and a noun, and its parameters as its path does', () => {
    for (const [name, operation] of operations) {
      expect(name).toMatch(/^[a-z]+([A-Z][a-z]*)+$/);
      const inPath = [...operation.path.matchAll(/:([A-Za-z_]+)/g)].map(([, each]) => each);
      expect(Object.keys(operation.params?.shape ?? {}).sort(), name).toEqual(inPath.sort());
    }
  });
});

describe('an answer that may be kept', () => {
  it('is the same for everybody by its path alone, and has an entity tag', () => {
    for (const [name, operation] of operations.filter(([, { keptSec }]) => keptSec !== undefined)) {
      const { auth, cookies, headers, query, alsoPage, previewed, conditional, method } = operation;
      const kept = { auth, cookies, headers, query, alsoPage, previewed, conditional, method };
      expect([name, kept]).toEqual([name, { auth: 'none', conditional: true, method: 'GET' }]);
    }
  });
});

describe.each(operations.map(([name, operation]) => ({ name, operation })))(
  '$name',
  ({ operation, name }) => {
    const path = operation.path.replaceAll(/:[A-Za-z_]+/g, '0'.repeat(26));

    it('has an OpenAPI entry with its summary, its status and every error it declares', () => {
      for (const method of methodsOf(operation)) {
        const entry = paths[openApiPath(operation.path)]?.[method.toLowerCase()];
        expect(entry?.['summary']).toBe(operation.summary);
        const responses = entry?.['responses'] as Record<string, { description: string }>;
        for (const status of statusesOf(operation)) expect(responses).toHaveProperty(String(status));
        for (const code of errorsOf(operation)) {
          expect(responses[STATUSES[code]]?.description).toContain(`\`${code}\``);
        }
      }
    });

    it('declares no refusal twice, nor one that follows from the rest of it', () => {
      const derived = new Set(errorsOf({ ...operation, errors: [] }));

      expect(operation.errors.filter((code) => derived.has(code))).toEqual([]);
      expect(new Set(operation.errors).size).toBe(operation.errors.length);
    });

    it('can be opened by some credential where it asks for one', () => {
      if (operation.auth !== 'none') expect(kindsFor(operation.auth, CREDENTIALS)).not.toEqual([]);
    });

    it('is implemented, and says so with the reply of its kind to a call without a credential', async () => {
      for (const method of methodsOf(operation)) {
        const reply = await service.call(method, path);
        expect(reply.status, `${method} ${path}`).not.toBe(405);
        expect(reply.status, `${method} ${path}`).toBeLessThan(500);
        expect(reply.text, name).not.toContain('There is nothing at this path');
      }
    });
  },
);

const guarded = operations.filter(([, operation]) => operation.auth !== 'none');

describe.each(guarded.map(([name, operation]) => ({ name, operation })))('$name', ({ operation }) => {
  // Of what a session alone opens, the rest of the credentials are none of its kinds.
  const isForPeople = operation.auth === 'session';
  const knowsSessions = kindsFor(operation.auth, CREDENTIALS).some(({ words }) => words === 'a session');

  it.each([
    ['nothing', 'credencial_ausente', {}],
    ['an unknown guest token', 'credencial_invalida', { 'x-guest-token': `hp_${'0'.repeat(43)}` }],
    ['an unknown bearer', 'credencial_invalida', { authorization: `Bearer hp_${'0'.repeat(43)}` }],
    ['a token of another class', 'credencial_invalida', { authorization: `Bearer mmk_${'0'.repeat(49)}` }],
    ['a credit token', 'credencial_invalida', { authorization: `Bearer cred_${'0'.repeat(49)}` }],
    ['an ingest key', 'credencial_invalida', { 'x-guest-token': `hpk_${'0'.repeat(43)}` }],
    ['an unknown session', 'invalid_session', { cookie: `${COOKIES.session}=${'0'.repeat(43)}` }],
  ])('answers 401 to %s', async (_what, error, headers) => {
    const path = operation.path.replaceAll(/:[A-Za-z_]+/g, '0'.repeat(26));
    // Where no owner is asked for, what stands in the places of owners is not looked at.
    const isOfOwners = !['credit', 'operator', 'optionalOperator'].includes(operation.auth);
    const isUnseen = !isOfOwners && !('authorization' in headers);
    const sent = { ...pageHeaders(service, operation.method), ...headers };

    const reply = await service.call(operation.method, path, { headers: sent as Record<string, string> });
    // Nobody has to be known, and a browser sends a cookie after its end without being asked.
    if (isOptional(operation.auth) && (isUnseen || error !== 'credencial_invalida')) {
      // A write lacks its body.
      expect(reply.status).toBe(operation.method === 'GET' ? 200 : 415);
      return;
    }
    expectRefused(operation, reply, {
      status: 401,
      error: isForPeople
        ? 'invalid_session'
        : isUnseen || (error === 'invalid_session' && !knowsSessions)
          ? 'credencial_ausente'
          : error,
    });
  });
});
