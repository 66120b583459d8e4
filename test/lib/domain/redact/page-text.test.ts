import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactPageText } from '../../../../lib/domain/redact/page-text.ts';
import { casesOf, rounds } from '../../../support/thorough.ts';
import { cpuMsOf } from '../../../support/cpu.ts';

it.each([
  ['no route /api/endpoints/nightly?token=a', 'no route /api/endpoints/***?***'],
  ['https://ana:pw@example.com/app#/monitors/x', 'https://***@example.com/app?***'],
  [
    '/s/abc.json and /in/xyz/nightly and /r/q and /email/a.b/confirm',
    '/s/*** and /in/***/nightly and /r/*** and /email/***/confirm',
  ],
  ['https%3A%2F%2Fexample.com%2Fa%3Fkey%3Db', 'https://example.com/a?***'],
  ['ana.souza@example.com, "ana souza"@example.com; ana%40example.com', '***, ***; ***'],
  ['<joão+x@münchen.example> ana@[10.0.0.1] ana@example.com:pw@db', '<***> *** ***db'],
  ['+55 11 98765-4321, (11) 98765-4321, 00 44 20 7946 0958, 11987654321', '***, ***, ***, ***'],
  ['from 10.0.0.1 and 2001:db8::1', 'from *** and ***'],
  ['key wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY.', 'key ***.'],
  ['nul\u0000 bi\u202Edi half\uD800', 'nul bidi half'],
])('turns %s into %s', (text, masked) => {
  expect(redactPageText(text)).toBe(masked);
});

it.each([
  "TypeError: Cannot read properties of undefined (reading 'token')",
  "null is not an object (evaluating 'a.b?.c ? d : e')",
  '    at getDerivedStateFromPropsInternal (https://app.example.com/assets/app-3f9aBc12.js:1:23456)',
  '    at async Promise.all (index 0)',
  'render@https://app.example.com/assets/app.js:1:2\n@https://app.example.com/x.js:3:4\nfn@[native code]',
  'Loading chunk 12 failed.\n(error: https://app.example.com/assets/12.js)',
  'Failed to load resource: the server responded with a status of 503 ()',
  'Timeout of 1500 ms at 2027-03-01T12:00:00.000Z after 1048576 bytes of preact@11.2.0',
  'what about /a/b? and foo::bar at 12:34:56',
])('leaves %s', (text) => {
  expect(redactPageText(text)).toBe(text);
});

it('rests: what is redacted is not redacted again', () => {
  const part = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(
      '/in/',
      '?',
      '#',
      '@',
      '***',
      '%25',
      '%2540',
      '://',
      'a.co',
      '+55 11',
      ' ',
      '"',
      ':',
      'token=',
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const once = redactPageText(parts.join(''));
      expect(redactPageText(once)).toBe(once);
    }),
    { numRuns: rounds(200, 5_000), examples: [[['%25', '7f']]] },
  );
});

it.each(casesOf(4, ['/', '@', '1 ', 'a@b.', '://', '::', '%25', 'token=', '"']))(
  'gets through 96 kB of %j',
  (unit) => {
    const text = unit.repeat(96_000 / unit.length);

    // It took twenty seconds where each place was looked at from each place before it.
    expect(cpuMsOf(() => redactPageText(text))).toBeLessThan(5_000);
  },
);
