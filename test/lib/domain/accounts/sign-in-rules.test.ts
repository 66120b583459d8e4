import { describe, expect, it } from 'vitest';
import { maySignUp, type Access } from '../../../../lib/domain/accounts/access.ts';
import { refusedIssuer } from '../../../../lib/domain/accounts/issuer-url.ts';
import { isReturnPath } from '../../../../lib/domain/accounts/login.ts';
import { showedSecondFactor } from '../../../../lib/domain/accounts/second-factor.ts';
import { isProvenBefore } from '../../../../lib/domain/accounts/session.ts';

describe('a path to return to', () => {
  it.each(['/', '/account', '/account?tab=keys#new', '/s/x', '/authors', `/${'a'.repeat(499)}`])(
    '%s',
    (path) => {
      expect(isReturnPath(path)).toBe(true);
    },
  );

  it.each([
    '',
    'account',
    '//evil',
    String.raw`/\evil`,
    String.raw`/a\b`,
    '/a b',
    '/é',
    '/auth',
    '/auth/login',
    '/auth?x',
    `/${'a'.repeat(500)}`,
  ])('is not %s', (path) => {
    expect(isReturnPath(path)).toBe(false);
  });

  it('stays with its host, however a browser reads it', () => {
    for (let code = 0; code < 256; code += 1) {
      const path = `/${String.fromCodePoint(code)}evil.example/`;
      if (isReturnPath(path)) expect(new URL(path, 'https://own.example').host).toBe('own.example');
    }
  });
});

describe('who may have an account', () => {
  const domains: Access = { signUp: { domains: ['Example.com'] }, admins: ['Root@Elsewhere.example'] };

  it.each<[Access, string, boolean]>([
    [{ signUp: 'open', admins: [] }, 'ana@example.com', true],
    [{ signUp: 'closed', admins: [] }, 'ana@example.com', false],
    [{ signUp: 'closed', admins: ['ANA@example.com'] }, 'ana@example.com', true],
    [domains, 'ana@EXAMPLE.com', true],
    [domains, 'ana@sub.example.com', false],
    [domains, 'ana@notexample.com', false],
    [domains, 'example.com@evil.example', false],
    [domains, 'root@elsewhere.example', true],
  ])('%j: %s %s', (access, email, may) => {
    expect(maySignUp(access, email)).toBe(may);
  });
});

it('a second factor is one that the issuer names', () => {
  const signs = { acr: ['loa:3', 'loa:4'], amr: ['mfa'] };
  const shown = (acr: string | null, amr: string[]) => showedSecondFactor({ acr, amr }, signs);

  expect([shown('loa:4', []), shown(null, ['pwd', 'mfa'])]).toEqual([true, true]);
  expect([shown(null, []), shown('loa:1', ['pwd']), shown('', ['MFA'])]).toEqual([false, false, false]);
  expect(showedSecondFactor({ acr: null, amr: [] }, { acr: [], amr: [] })).toBe(false);
});

it('an issuer without TLS is one of this machine, for a service of this machine', () => {
  const own = 'http://localhost:8787';

  expect(refusedIssuer('https://issuer.example', 'https://rollcall.example')).toBeNull();
  expect(refusedIssuer('http://127.0.0.1:8788', own)).toBeNull();
  for (const [issuer, base] of [
    ['http://issuer.example', own],
    ['http://127.0.0.1:8788', 'https://rollcall.example'],
    ['http://127.0.0.1.evil.example', own],
    ['ftp://127.0.0.1', own],
    ['issuer', own],
  ] as const)
    expect(refusedIssuer(issuer, base)).toMatch(/^issuer must be an https URL/);
});

describe('a proof of the second in which all sessions ended', () => {
  it.each([
    ['of that second', -999, false],
    ['of the second before', -1_000, true],
    ['later', 1, false],
  ])('%s', (_, afterMs, isBefore) => {
    const ended = 1_803_902_400_999;

    expect(isProvenBefore(ended, { authTime: ended + afterMs })).toBe(isBefore);
    expect(isProvenBefore(null, { authTime: ended + afterMs })).toBe(false);
  });
});
