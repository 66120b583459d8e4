import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../lib/contract/catalogue.ts';
import type { Operation } from '../../../lib/contract/operation.ts';
import { CHECKS_PATH } from '../../../lib/contract/monitors/checks-paths.ts';
import { errorsOf, queryNamesOf } from '../../../lib/contract/refusals.ts';
import { STRANGERS_WELCOME } from '../../../lib/domain/accounts/users.ts';
import { newCredit } from '../../support/money/credit.ts';
import { OPERATOR_TOKEN } from '../../support/accounts/operator.ts';
import { startTestService, type Reply } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { signedIn } from '../../support/accounts/session.ts';

let credit: string;
const service = shared(() =>
  startTestService({
    users: { ...STRANGERS_WELCOME, publicPages: 'on' },
    operatorToken: OPERATOR_TOKEN,
  }),
);
const person = shared(() => signedIn(service));
beforeAll(async () => {
  credit = (await newCredit(service.core.table, 1_000_000)).token;
});

/** By whoever may make it. */
function sent({ method, path, auth, body }: Operation, query: string): Promise<Reply> {
  const target = path.replaceAll(/:[A-Za-z_]+/g, '0'.repeat(26)) + query;
  const text = body && 'text' in body ? 'text' : undefined;
  const headers = text === undefined ? {} : { 'content-type': 'text/plain' };
  switch (auth) {
    case 'operator':
    case 'optionalOperator':
      return service.call(method, target, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } });
    case 'credit':
      return service.call(method, target, { headers: { authorization: `Bearer ${credit}` } });
    case 'guest':
      return service.guest().then(({ token }) => service.call(method, target, { token }));
    default:
      return person.call(method, target, text ?? (body && 'json' in body ? {} : undefined), { headers });
  }
}

const named = operations.map(([name, operation]) => ({ name, operation }));
const refusing = named.filter(({ operation }) => queryNamesOf(operation));
const ignoring = named.filter(({ operation }) => !queryNamesOf(operation));

describe('a query parameter that an operation does not know', () => {
  it('is refused by every operation of the API but those that browsers open or caches keep', () => {
    // Programs of Healthchecks send what theirs would ignore.
    const inApi = ignoring.filter(
      ({ operation }) => operation.path.startsWith('/api/') && !operation.path.startsWith(CHECKS_PATH),
    );

    expect(inApi.map(({ name }) => name).sort()).toEqual([
      'getIndex',
      'getPartners',
      'getPricing',
      'getPublicNumbers',
      'reportBrowserError',
    ]);
  });

  it('is ignored by pings, feeds, pushes, links of mails, agents and documents', () => {
    const beginnings = new Set(ignoring.map(({ operation }) => operation.path.split('/')[1]));

    for (const beginning of ['in', 's', 'i', 'r', 'email', 'mcp', 'okf', '.well-known', 'account'])
      expect(beginnings).toContain(beginning);
    expect(ignoring.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['finishSignIn', 'unsubscribeEmail', 'confirmEmail', 'showBadge']),
    );
  });

  it.each(refusing)('$name refuses it and names it', async ({ operation }) => {
    const { status, json, text } = await sent(operation, '?utm_source=mail');

    expect(status).toBe(400);
    if (operation.refusesInKind) return expect(text).toMatch(/utm_source|can only have modo/);
    expect(json['error']).toBe(operation.invalidInput ?? 'consulta_invalida');
    expect(json['detail']).toContain('There is no query parameter "utm_source"');
    expect(errorsOf(operation)).toContain(json['error']);
  });

  it.each(ignoring)('$name answers as without it', async ({ operation }) => {
    const bare = await sent(operation, '');
    const marked = await sent(operation, '?utm_source=mail&fbclid=x');

    expect(marked.status).toBe(bare.status);
  });
});

it('a credential that may stand in the query is known wherever it opens something', async () => {
  for (const path of ['/api/metrics', '/api/vitrine/operador', '/api/vitrine/cursores'])
    expect((await service.call('GET', `${path}?key=${OPERATOR_TOKEN}`)).status).toBe(200);
  const { id, token } = await person.createMonitor();
  for (const path of ['', '/events', '/runs', '/stats'])
    expect((await service.call('GET', `/api/endpoints/${id}${path}?token=${token}`)).status).toBe(200);
});
