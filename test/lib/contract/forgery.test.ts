import { describe, expect, it } from 'vitest';
import { newToken } from '../../../lib/adapters/ids.ts';
import { operations } from '../../../lib/contract/catalogue.ts';
import { COOKIES } from '../../../lib/contract/cookies.ts';
import { isForgeable, isOpenToSites } from '../../../lib/contract/credentials.ts';
import type { Operation } from '../../../lib/contract/operation.ts';
import { csrfTokenOf } from '../../../lib/runtime/callers/csrf.ts';
import { contentsOf, expectRefused } from '../../support/service/refused.ts';
import { startTestService } from '../../support/service/service.ts';
import { shared } from '../../support/service/shared.ts';
import { pageHeaders, signedIn } from '../../support/accounts/session.ts';

// Else this machine itself refuses what a page of another site sends.
const service = shared(() => startTestService({ allowLoopbackAlerts: false }));
const alice = shared(() => signedIn(service));
const other = shared(() => signedIn(service));
const guest = shared(() => service.guest());

type Headers = Record<string, string | undefined>;

/** What is wrong with a call, and by which code it is refused. */
const FORGERIES: [what: string, error: string, changed: () => Headers][] = [
  ['no origin', 'invalid_origin', () => ({ origin: undefined })],
  ['a foreign origin', 'invalid_origin', () => ({ origin: 'https://evil.example' })],
  ['the origin null', 'invalid_origin', () => ({ origin: 'null' })],
  ['a sibling of the same site', 'invalid_origin', () => ({ 'sec-fetch-site': 'same-site' })],
  ['a page of another site', 'invalid_origin', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['a person who opens a link', 'invalid_origin', () => ({ 'sec-fetch-site': 'none' })],
  ['no token', 'invalid_csrf', () => ({ 'x-csrf-token': undefined })],
  ['the token of a browser that nobody has', 'invalid_csrf', () => ({ 'x-csrf-token': newToken('') })],
  ['the token of another browser', 'invalid_csrf', () => ({ 'x-csrf-token': other.csrf })],
];

/** Tokens that are good for another credential of the same browser. */
const TOKENS: Record<'session' | 'guest', () => string> = {
  // As it was before the sign-in.
  session: () => csrfTokenOf({ browser: alice.secrets.browser, session: null }),
  // As it is while Alice is signed in.
  guest: () => alice.csrf,
};

const cookies: Record<'session' | 'guest', () => string> = {
  session: () => alice.cookie,
  guest: () => `${COOKIES.browser}=${alice.secrets.browser}; ${COOKIES.guest}=${guest.token}`,
};
const goodToken: Record<'session' | 'guest', () => string> = { session: TOKENS.guest, guest: TOKENS.session };

function sent({ method, path }: Operation, by: 'session' | 'guest', changed: Headers) {
  const good = {
    ...pageHeaders(service, method),
    'x-csrf-token': goodToken[by](),
    cookie: cookies[by](),
    'content-type': 'application/json',
  };
  const headers = Object.fromEntries(
    Object.entries({ ...good, ...changed }).filter((each): each is [string, string] => each[1] !== undefined),
  );
  const at = path.replaceAll(/:[A-Za-z_]+/g, '0'.repeat(26));
  return service.call(method, at, { headers, body: '{}' });
}

function openedBy({ auth }: Operation): ('session' | 'guest')[] {
  if (auth === 'session' || auth === 'guest') return [auth];
  return ['session', 'guest'];
}

const forgeable = operations
  .filter(([, operation]) => isForgeable(operation))
  .flatMap(([name, operation]) =>
    openedBy(operation).map((by) => ({
      name,
      by,
      operation,
    })),
  );

describe.each(forgeable)('$name by the cookie of a $by', ({ operation, by }) => {
  it('is refused whatever another site could have a browser send, and nothing is written', async () => {
    const before = await contentsOf(service);

    for (const [, error, changed] of FORGERIES)
      expectRefused(operation, await sent(operation, by, changed()), { status: 403, error });
    expectRefused(operation, await sent(operation, by, { 'x-csrf-token': TOKENS[by]() }), {
      status: 403,
      error: 'invalid_csrf',
    });

    expect(await contentsOf(service)).toEqual(before);
  });
});

/** Those that take no credential away. */
const harmless = forgeable.filter(({ name }) => !name.startsWith('endSession') && name !== 'rotateGuest');

describe.each(harmless)('$name by the cookie of a $by', ({ operation, by }) => {
  it('is no forgery from a page of this service', async () => {
    const { status, json } = await sent(operation, by, {});

    expect([status, json['error']]).not.toEqual([403, expect.anything()]);
    expect([status, json['error']]).not.toEqual([401, expect.anything()]);
  });
});

describe('what reads', () => {
  it('is nowhere a write: only GET and HEAD go without proof', () => {
    const unproven = operations.filter(
      ([, operation]) => operation.auth !== 'none' && !isForgeable(operation),
    );

    expect(new Set(unproven.map(([, { method }]) => method))).toEqual(new Set(['GET']));
    for (const [, { also = [] }] of unproven) expect(also).toEqual([]);
  });

  it.each(operations.filter(([, operation]) => !isOpenToSites(operation)).map(([name]) => name))(
    '%s is closed to other sites, and no preflight grants it',
    async (name) => {
      const [, operation] = operations.find(([each]) => each === name) ?? [];
      const reply = await service.call('OPTIONS', operation?.path ?? '', {
        headers: { origin: 'https://evil.example', 'access-control-request-method': operation?.method ?? '' },
      });

      // The whole place may be closed, and says so to any method.
      expect(reply.status).toBe(operation?.closedToSites ? 403 : 204);
      const granted = reply.headers.get('access-control-allow-methods')?.split(', ') ?? [];
      expect(granted).not.toContain(operation?.method);
    },
  );

  it('no header that only a page of ours needs is granted to others', async () => {
    const reply = await service.call('OPTIONS', '/api/endpoints');

    expect(reply.headers.get('access-control-allow-headers')).not.toMatch(/csrf/i);
    expect(reply.headers.has('access-control-allow-credentials')).toBe(false);
  });
});
