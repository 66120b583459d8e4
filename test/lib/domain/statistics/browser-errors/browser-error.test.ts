import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  keptError,
  sameIn,
  type SentError,
  ERROR_LIMITS,
} from '../../../../../lib/domain/statistics/browser-errors/browser-error.ts';
import { rounds } from '../../../../support/thorough.ts';

const sent: SentError = {
  code: 'UI-GLOBAL',
  phase: 'runtime',
  path: '/app/alerts',
  message: "TypeError: Cannot read properties of undefined (reading 'name')",
  stack: 'TypeError\n    at render (https://example.com/assets/app-3f9a.js:1:234)\n    at app.js:5:6',
  source: 'https://example.com/assets/app-3f9a.js?v=1',
  line: 1,
  column: 234,
  visivel: true,
};

const oneOf = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const BASE62 = `0123456789${LETTERS.toUpperCase()}${LETTERS}`;
const base62 = oneOf(BASE62, 43);
const digits = oneOf('0123456789', 4);
const word = oneOf(LETTERS, 7);

/** What nobody may find again, each as it is written and the part of it that gives it away. */
const SECRETS = {
  'token with a prefix': fc
    .tuple(fc.constantFrom('hp_', 'hpk_', 'hpc_', 'mmk_', 'cred_', 'whsec_'), base62)
    .map(([prefix, rest]) => [prefix + rest, rest]),
  'token without one': base62.map((text) => [text, text]),
  'monitor id': oneOf('0123456789abcdefghjkmnpqrstvwxyz', 26)
    .filter((text) => /\d/.test(text))
    .map((text) => [text, text]),
  'row of a feed': oneOf('0123456789abcdef', 24).map((text) => [text, text]),
  'device id': fc.uuid().map((text) => [text, text]),
  'path of a symbol': oneOf(BASE62, 9).map((text) => [`/r/${text}`, text]),
  'path of a feed': base62.map((text) => [`/s/${text}.json`, text]),
  'path of a mail': base62.map((text) => [`/email/space.${text}/confirm`, text]),
  'path of a ping': word.map((text) => [`/in/${text}`, `/${text}`]),
  JWT: fc.tuple(base62, base62).map(([payload, mac]) => [`eyJhbGciOiJIUzI1NiJ9.${payload}.${mac}`, mac]),
  'AWS key': oneOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16).map((text) => [`AKIA${text}`, text]),
  'AWS secret': oneOf(`${BASE62}+/`, 40)
    .filter((text) => /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text))
    .map((text) => [text, text]),
  'Authorization text': word.map((text) => [`Authorization: Basic ${text}`, text]),
  'Cookie text': word.map((text) => [`Cookie: __Host-mm-auth=${text}`, text]),
  'login in a URL': word.map((text) => [`https://ana:${text}@example.com/x`, text]),
  'query of a URL': word.map((text) => [`https://example.com/x?q=${text}`, text]),
  'fragment of a path': word.map((text) => [`/app#${text}`, text]),
  'e-mail address': fc
    .tuple(
      fc.constantFrom('ana.', 'joão+', 'O_', ''),
      word,
      fc.constantFrom('example.com', 'a.b.co', 'x.xn--p1ai'),
    )
    .map(([first, last, host]) => [`${first}${last}@${host}`, last]),
  'telephone number': fc
    .tuple(
      fc.constantFrom('+55 11 9', '(11) 9', '0044 20 ', '+1-555-', '5511'),
      digits,
      fc.constantFrom('', '-', ' ', '.'),
      digits,
    )
    .map(([begin, one, between, two]) => [begin + one + between + two, one + between + two]),
  'network address': fc
    .ipV4()
    .filter((text) => text.length > 8)
    .map((text) => [text, text]),
} satisfies Record<string, fc.Arbitrary<string[]>>;

const AROUND: ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `could not load ${secret} twice`,
  (secret) => `failed: "${secret}", '${secret}'`,
  (secret) => JSON.stringify({ name: 'x', value: secret }),
  (secret) => `Error\n    at x (${secret.startsWith('/') ? 'https://example.com' : ''}${secret}:1:2)`,
  (secret) => `(${secret})`,
  (secret) => encodeURIComponent(secret),
  (secret) => `a=${secret}&b`,
];

describe('what is kept of a report', () => {
  const FIELDS = ['code', 'phase', 'path', 'message', 'stack', 'source'] as const;

  it.each(Object.entries(SECRETS))('has no %s, wherever it stood', (_name, secrets) => {
    fc.assert(
      fc.property(
        secrets,
        fc.constantFrom(...AROUND),
        fc.constantFrom(...FIELDS),
        (secret, around, field) => {
          const [whole = '', part = ''] = secret;
          const kept = keptError({ ...sent, [field]: around(whole) });
          const text = JSON.stringify(kept);
          expect(text).not.toContain(part);
        },
      ),
      { numRuns: rounds(60, 3_000) },
    );
  });

  it.each(Object.entries(SECRETS))('has no part of a %s where a text is cut', (_name, secrets) => {
    const max = ERROR_LIMITS.messageMaxChars;
    const places = fc.integer({ min: max - 130, max: max + 10 });
    fc.assert(
      fc.property(secrets, places, ([whole = '', part = ''], at) => {
        const { message } = keptError({
          ...sent,
          message: `${'so '.repeat(max).slice(0, at - 1)} ${whole} end`,
        });
        expect(message).not.toContain(part.slice(0, 12));
        expect(message?.length).toBeLessThanOrEqual(max);
      }),
      { numRuns: rounds(10, 500) },
    );
  });

  it('is the report itself where there is nothing to hide, without origin and query', () => {
    expect(keptError(sent, 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0')).toEqual(
      {
        code: sent.code,
        phase: sent.phase,
        path: sent.path,
        message: sent.message,
        stack: sent.stack,
        source: '/assets/app-3f9a.js',
        line: 1,
        column: 234,
        isVisible: true,
        browser: 'Firefox 128',
      },
    );
  });

  it.each([
    ['data:text/javascript,alert("x")', null],
    ['blob:https://example.com/0b0b', null],
    ['javascript:x', null],
    ['https://[', null],
    ['', null],
    ['chrome-extension://abcdefghijklmnop/content.js', '/content.js'],
    ['//ana:pw@example.com/a/b.js#c', '/a/b.js'],
    ['app.js', '/app.js'],
    ['/app/monitors/nightly/runs', '/app/monitors/***/runs'],
  ])('of the source %s is %s', (source, path) => {
    expect(keptError({ ...sent, source }).source).toBe(path);
  });

  it('has no number that is long enough for a telephone', () => {
    expect(keptError({ ...sent, line: 5_511_987_654, column: -1 })).toMatchObject({
      line: null,
      column: null,
    });
    expect(keptError({ ...sent, line: 0, column: 9_999_999 })).toMatchObject({ line: 0, column: 9_999_999 });
  });

  it('is null of what was not reported', () => {
    const { code, phase, ...others } = keptError({ code: 'UI-X', phase: 'start', message: ' ' });
    expect([code, phase, ...Object.values(others)]).toEqual([
      'UI-X',
      'start',
      ...Array(7).fill(null),
      'other',
    ]);
  });
});

describe('two reports of one error', () => {
  const key = (change: Partial<SentError>) => sameIn(keptError({ ...sent, ...change }));

  it.each([
    { source: '/other.js' },
    { line: 7, column: 8 },
    { visivel: false },
    { stack: `${sent.stack}\n    at other.js:1:1` },
  ])('differ in %j', (change) => {
    expect(key(change)).toBe(key({}));
  });

  it.each([{ code: 'UI-PROMISE' }, { phase: 'load' }, { path: '/app' }, { message: 'x' }, { stack: 'at x' }])(
    'are two with %j',
    (change) => {
      expect(key(change)).not.toBe(key({}));
    },
  );
});
