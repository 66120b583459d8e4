import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutTail, outputTail, partToRedact } from '../../../../lib/domain/alerts/output-tail.ts';

/** Half surrogate pairs included. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const SECRET = 'hunter2swordfish';

describe('outputTail', () => {
  it.each([
    ['keeps a short output', 'one\n\ttwo', 'one\n\ttwo'],
    ['drops empty lines at both ends', '\n \none\n\ntwo\n \n', 'one\n\ntwo'],
    ['takes line ends of Windows', 'one\r\ntwo\r\n', 'one\ntwo'],
    ['takes odd line ends for line ends', 'a\fb\u2028c\u0085d', 'a\nb\nc\nd'],
    ['takes out colours', '\u001b[1;31mError\u001b[0m: full', 'Error: full'],
    ['takes out colours in their one-character form', '\u009b31mError', 'Error'],
    ['takes out window titles', '\u001b]0;title\u0007done', 'done'],
    ['keeps the text of terminal links', '\u001b]8;;https://a.b\u001b\\log\u001b]8;;\u001b\\', 'log'],
    ['keeps what follows a title without an end', 'a\u001b]0;b\nc', 'a0;b\nc'],
    ['takes out other sequences', '\u001b(Bx\u001b7y', 'xy'],
    ['takes out bells, nulls and changes of direction', 'a\u0007b\u0000c\u202Ed\u200Be', 'abcde'],
    ['takes out half a surrogate pair', 'a\uD83Db', 'ab'],
    ['shows the last state of a progress line', '10%\r55%\r100%\r\ndone', '100%\ndone'],
    ['masks what looks secret', `login\nDB_PASSWORD=${SECRET}`, 'login\nDB_PASSWORD=***'],
    ['masks what colours hide', `DB_PASS\u001b[0mWORD=${SECRET}`, 'DB_PASSWORD=***'],
    ['masks what control characters hide', `DB_PASS\u0000WORD=${SECRET}`, 'DB_PASSWORD=***'],
  ])('%s', (_what, text, tail) => {
    expect(outputTail(text)).toBe(tail);
  });

  it.each([[''], [' \n\t\r\n'], ['\u001b[2J\u001b[H'], ['\u0000\u200B\uFEFF']])('is null for %j', (text) => {
    expect(outputTail(text)).toBeNull();
  });

  it('keeps the last ten lines', () => {
    const lines = Array.from({ length: 11 }, (_, index) => `line ${index}`);

    expect(outputTail(lines.join('\n'))).toBe(lines.slice(1).join('\n'));
  });

  it('keeps whole lines within 1,000 characters', () => {
    const line = 'word '.repeat(60).trim();

    expect(outputTail([line, line, line, line, 'end'].join('\n'))).toBe([line, line, line, 'end'].join('\n'));
  });

  it('keeps the end of one line that is too long', () => {
    const tail = outputTail(`first\n${'word '.repeat(300)}end`);

    expect([...(tail ?? '')]).toHaveLength(1_000);
    expect(tail).toMatch(/^….*word end$/);
  });

  it('keeps exactly 1,000 characters whole', () => {
    const text = 'a b '.repeat(250).trimEnd().padEnd(1_000, '.');

    expect(outputTail(text)).toBe(text);
  });

  it('redacts before it cuts, so that the lines of a key without its beginning stay masked', () => {
    const body = Array.from({ length: 12 }, (_, index) => `short${index}`);
    const text = ['-----BEGIN PRIVATE KEY-----', ...body, '-----END PRIVATE KEY-----'].join('\n');

    expect(outputTail(text)).not.toContain('short');
  });

  it('leaks no planted secret, wherever the cut falls', () => {
    const noise = fc.array(fc.constantFrom('copied 12 files ', '\n', '\u001b[32m', '\u0007', 'ok\r', '🚀 '), {
      maxLength: 300,
    });
    const planted = fc.constantFrom(
      `--password=${SECRET}`,
      `DB_PASSWORD='${SECRET}'`,
      `postgres://app:${SECRET}@db/shop`,
      `{"api_key": "${SECRET}"}`,
      `Authorization: Bearer ${SECRET}`,
    );
    fc.assert(
      fc.property(noise, planted, noise, (before, secret, after) => {
        const tail = outputTail(`${before.join('')}\n${secret}\n${after.join('')}`) ?? '';

        expect(tail).not.toContain('hunter2');
        expect(tail).not.toContain('swordfish');
      }),
    );
  });

  it('looks at 2,000 characters of whole lines at most, whatever comes in', () => {
    const line = fc.string({ unit: anyCharacter, maxLength: 900 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const part = partToRedact(lines.join('\n'));

        expect(part.length).toBeLessThanOrEqual(2_000);
        if (!part.startsWith('(a line of ')) {
          expect(`\n${lines.join('\n').trimEnd()}`.endsWith(`\n${part}`)).toBe(true);
        }
      }),
    );
  });

  it('shows the end of a last line of 3,006 characters, with the secret masked whose name is far before it', () => {
    const line = `${'word '.repeat(200)}password="${'pass phrase '.repeat(100)}hunter2" ${'word '.repeat(150)}the end`;

    const tail = outputTail(`first\n${line}`);

    expect(line.length).toBeGreaterThan(2_900);
    expect(tail).toMatch(/^….*word the end$/);
    expect(tail).not.toMatch(/phrase|hunter2/);
  });

  it('shows nothing of a line whose beginning was not kept', () => {
    const cut = 'é'.repeat(4_999);

    expect(partToRedact(cut)).toBe('(a line of 4999 characters, too long to show)');
    expect(partToRedact(`first\n${cut.slice(0, -5)}`)).toBe(cut.slice(0, -5));
    expect(partToRedact(cut.slice(0, -5))).toBe(cut.slice(0, -5));
  });

  it('shows nothing of such a line either where it had colours', () => {
    const cut = `\u001b[31m${'é'.repeat(4_900)}${'\u001b[0m'.repeat(60)}`;

    expect(outputTail(cut)).toMatch(/^\(a line of \d+ characters, too long to show\)$/);
  });

  it.each([
    [2_000, 'fits'],
    [2_001, 'fits'],
    [5_000, 'fits'],
    [5_001, 'is named'],
  ])('a last line of %i characters %s', (length, what) => {
    const text = `first\n${'a'.repeat(length)}`;

    const named = `(a line of ${length} characters, too long to show)`;
    expect(partToRedact(text)).toBe(what === 'fits' ? 'a'.repeat(length) : named);
    expect(partToRedact(`${text}\nend`)).toBe('end');
  });

  it('shows what stands before blank lines without end', () => {
    expect(outputTail(`done${' \n'.repeat(4_000)}`)).toBe('done');
  });

  it('masks the lines of a key whose first line is left out, and shows what follows', () => {
    const body = Array.from({ length: 300 }, (_, index) => `short${index}`);
    const key = ['-----BEGIN PRIVATE KEY-----', ...body];

    expect(outputTail(key.join('\n'))).not.toMatch(/short/);
    expect(outputTail([...key, '-----END PRIVATE KEY-----', 'exit 1'].join('\n'))).toMatch(/\nexit 1$/);
    expect(outputTail([...key, '-----END PRIVATE KEY-----', 'exit 1'].join('\n'))).not.toMatch(/short/);
  });

  it('leaks no planted secret of a long output, wherever the first line is cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_400 }), fc.integer({ min: 0, max: 400 }), (after, before) => {
        const line = `${'ok '.repeat(before / 3)}token=${SECRET.repeat(20)} ${'.'.repeat(after)}`;
        const tail = outputTail(`${'noise '.repeat(1_000)}\n${line}\nend`) ?? '';

        expect(tail).not.toMatch(/fish|sword|hunter/);
        expect(tail.endsWith('end')).toBe(true);
      }),
    );
  });

  it('leaks no end of a long secret in one long line', () => {
    fc.assert(
      fc.property(fc.integer({ min: 900, max: 1_100 }), (length) => {
        const tail = outputTail(`token=${SECRET.repeat(4)} ${'ok '.repeat(length / 3)}`) ?? '';

        expect(tail).not.toMatch(/fish|sword|hunter/);
      }),
    );
  });

  it('gives at most ten readable lines of 1,000 characters, whatever comes in', () => {
    const any = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 1_500 }),
      fc
        .array(
          fc.constantFrom(
            '\u001b',
            '[',
            ']',
            '\u009b',
            '0',
            ';',
            'm',
            '\u0007',
            '\r',
            '\n',
            '\t',
            '\\',
            'a',
            '🚀',
          ),
          { maxLength: 1_500 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(any, (text) => {
        const tail = outputTail(text);
        if (tail === null) return;

        expect(tail.replaceAll('\n', '').replaceAll('\t', '')).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u,
        );
        expect(tail.split('\n').length).toBeLessThanOrEqual(10);
        expect([...tail].length).toBeLessThanOrEqual(1_000);
        expect(tail).toMatch(/[\p{L}\p{N}\p{P}\p{S}]/u);
      }),
    );
  });

  it.each(['\u001b]', '\u001b[', '\u001b ', '\r', '\n', 'a\r', '🚀'])('gets through 100 kB of %j', (unit) => {
    const tail = outputTail(`${unit.repeat(Math.floor(100_000 / unit.length))}\nend`) ?? '';

    expect(tail.endsWith('end')).toBe(true);
  });
});

describe('cutTail', () => {
  const upTo = (max: number) => (text: string) => text.length <= max;

  it.each([
    ['all that fits', 'ab\ncd', 5, 'ab\ncd'],
    ['whole lines', 'ab\ncd', 4, 'cd'],
    ['no empty line at its start', 'ab\n\ncd', 3, 'cd'],
    ['the end of the last line', 'ab\ncdef', 3, '…ef'],
    ['nothing when nothing fits', 'ab\ncd', 1, null],
  ])('keeps %s', (_what, text, max, tail) => {
    expect(cutTail(text, upTo(max))).toBe(tail);
  });
});
