import type { Dice } from './dice.ts';

/** Texts that have broken parsers, stores, pages or logs somewhere. */
export const ODD_TEXTS: readonly string[] = [
  '', ' ', '\t', '\n', '\r\nX-Evil: 1', '\u0000', 'a\u0000b', '\u0007', '\u001b[31m', '\u007f', '\u0085',
  '\u00a0', '\u200b', '\u202e', '\u2028', '\ufeff', '\ufffd', '\uffff', '\ud800', 'a\udc00', '\ud83d', '𝒳', '👩‍👩‍👧',
  'e\u0301', 'ﷺ', 'İ', 'ß', '..', '../..', '../../etc/passwd', '/', '\\', '%', '%00', '%2F', '%2e%2e', '%E0%A4%A',
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'null', 'undefined', 'NaN', 'Infinity',
  'true', '0', '-0', '-1', '1e309', '0x10', '1.5', '١٢', '9007199254740993', '99999999999999999999', '1,2', '1_000',
  "' OR 1=1 --", '" onload="x', '<script>alert(1)</script>', '&lt;', '${7*7}', '{{7*7}}', '$(id)', '`id`', '=1+1',
  '@everyone', '<!channel>', '[x](javascript:x)', 'javascript:alert(1)', 'data:text/html,x', 'MON#x', 'GUEST#x',
  'OWNER#', 'DUE#0', 'CHECKER', 'hp_', 'hpk_', 'whsec_', '*', '* * * * *', '*/0 * * * *', '60 * * * *', '0 0 30 2 *',
  '0-59/1,0-59/1 * * * *', 'Etc/GMT+99', '2027-13-45T99:99:99Z', '9999-12-31T23:59:59Z', '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z', 'a@b', '"a b"@example.com', 'a@example.com\r\nBcc: b@example.com', 'é@example.com',
  'http://example.com', 'https://', 'https://127.0.0.1', 'https://[::1]/', 'https://0x7f.1/', 'https://2130706433/',
  'https://localhost/', 'https://a:b@example.com/', 'https://169.254.169.254/latest/meta-data', 'https://example.com:22/',
]; // prettier-ignore

const ODD_NUMBERS = [
  0, -0, 1, -1, 0.5, -0.5, 29, 30, 255, 256, 86_401, 2_147_483_648, 4_294_967_296, 2 ** 53, 1e21,
  1e308, -1e308, 5e-324,
]; // prettier-ignore

export function oddText(dice: Dice): string {
  if (dice.chance(0.1)) return dice.pick(['a', 'é', '\u0000', '👻', '<', '%', '-', '.']).repeat(length(dice));
  if (dice.chance(0.1)) return characters(dice, dice.between(1, 40));
  return dice.pick(ODD_TEXTS);
}

/** A JSON value that fits hardly anything. */
export function oddJson(dice: Dice, depth = 0): unknown {
  switch (dice.between(0, depth > 2 ? 4 : 8)) {
    case 0:
      return dice.pick([null, true, false]);
    case 1:
      return dice.pick(ODD_NUMBERS);
    case 2:
    case 3:
    case 4:
      return oddText(dice);
    case 5:
      return Array.from({ length: dice.between(0, 12) }, () => oddJson(dice, depth + 1));
    case 6:
      return oddObject(dice, depth + 1);
    case 7:
      return Array.from({ length: dice.pick([9, 100, 1_001, 5_000]) }, (_, index) => `tag-${index}`);
    default:
      return { length: 1, 0: 'a', toString: null, toJSON: 'x' };
  }
}

function oddObject(dice: Dice, depth: number): Record<string, unknown> {
  const entries = Array.from(
    { length: dice.between(0, 4) },
    () => [oddText(dice), oddJson(dice, depth)] as const,
  );
  // Defined rather than set, so that `__proto__` becomes a member of its own as JSON.parse makes it.
  return Object.fromEntries(entries);
}

/** JSON text that `JSON.stringify` would never write. */
export function oddJsonText(dice: Dice): string {
  const deep = dice.pick([50, 1_000, 20_000]);
  return dice.pick([
    '', ' ', '{', '}', '{}', '[]', 'null', '"x"', '1', 'true', '{"name":', '{"name":"a",}', "{'name':'a'}", '{"a":1}{"b":2}',
    '\ufeff{"name":"a"}', '{"name":"a","name":"b"}', '{"interval_sec":1e400}', '{"interval_sec":-0}', '{"name":"\\ud800"}',
    '{"name":"\\u0000"}', '{"interval_sec":NaN}', '{"interval_sec":Infinity}', '{"interval_sec":0300}', '{"__proto__":{"name":"a"}}',
    '{"constructor":{"prototype":{"x":1}}}', '{"":1}', '\u0000{}', '{"name":"a"}\u0000', '// x\n{}', 'name=a&interval_sec=60',
    '['.repeat(deep), `${'['.repeat(deep)}${']'.repeat(deep)}`, `{"name":${'['.repeat(deep)}${']'.repeat(deep)}}`,
    `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`, `{"tags":${'[['.repeat(deep)}`, 'eyJuYW1lIjoiYSJ9',
  ]); // prettier-ignore
}

function length(dice: Dice): number {
  return dice.pick([33, 41, 65, 81, 255, 256, 1_025, 2_049]);
}

function characters(dice: Dice, count: number): string {
  const ceilings = [0x7f, 0xff, 0x7ff, 0xffff];
  return Array.from({ length: count }, () => String.fromCharCode(dice.between(0, dice.pick(ceilings)))).join(
    '',
  );
}
