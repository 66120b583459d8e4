import type { Values } from './measure.ts';

const NUMBER = /^\d{1,16}(?:\.\d{1,20})?$/;
const SPACES = /\s+/;

/** A number of at least 0 that a double holds exactly, or nothing: no sign, no exponent, no separators. */
export function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || !NUMBER.test(text)) return undefined;
  const value = Number(text);
  return value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

/** The same, of things that come whole. */
export function countOf(text: string | undefined): number | undefined {
  const value = numberOf(text);
  return Number.isInteger(value) ? value : undefined;
}

/** A number with or without a minus in front, as a temperature or the offset of a clock may have. */
export function signedNumberOf(text: string | undefined): number | undefined {
  if (!text?.startsWith('-')) return numberOf(text);
  const value = numberOf(text.slice(1));
  return value === undefined ? undefined : -value;
}

/** Each word as a number, or nothing in its place. */
export function numbersOf(words: readonly string[]): (number | undefined)[] {
  return words.map(numberOf);
}

/** The parts of a line between white space. */
export function wordsOf(line: string): string[] {
  const trimmed = line.trim();
  return trimmed === '' ? [] : trimmed.split(SPACES);
}

/** The words after a tag, such as `MemTotal:` or `tcp_total=`, of the first line that begins with it and says more. */
export function taggedWords(lines: readonly string[], tag: string): string[] | undefined {
  for (const line of lines) {
    if (!line.startsWith(tag)) continue;
    const words = wordsOf(line.slice(tag.length));
    if (words.length > 0) return words;
  }
  return undefined;
}

/** The number that follows a tag, of the first line that has one there. */
export function taggedNumber(lines: readonly string[], tag: string): number | undefined {
  for (const line of lines) {
    if (!line.startsWith(tag)) continue;
    const value = numberOf(wordsOf(line.slice(tag.length))[0]);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The whole number that follows a tag, of the first line that has a number there. */
export function taggedCount(lines: readonly string[], tag: string): number | undefined {
  const value = taggedNumber(lines, tag);
  return Number.isInteger(value) ? value : undefined;
}

/** The share of a whole in percent, to hundredths; nothing of nothing. A part that is a little over the whole is all of it. */
export function percentOf(part: number | undefined, whole: number | undefined): number | undefined {
  if (part === undefined || whole === undefined || part < 0 || whole <= 0) return undefined;
  return rounded(Math.min(100, (100 * part) / whole), 2);
}

/** By how much a counter rose; nothing where it went back. */
export function riseOf(before: number | undefined, now: number | undefined): number | undefined {
  if (before === undefined || now === undefined || now < before) return undefined;
  return now - before;
}

/** The sum; nothing of nothing, nor where a part is not known. */
export function totalOf(parts: readonly (number | undefined)[]): number | undefined {
  let total: number | undefined;
  for (const part of parts) {
    if (part === undefined) return undefined;
    total = (total ?? 0) + part;
  }
  return total;
}

export function times(value: number | undefined, factor: number | undefined): number | undefined {
  return value === undefined || factor === undefined ? undefined : value * factor;
}

/** KiB as MiB, to tenths. */
export function mebibytesOf(kibibytes: number | undefined): number | undefined {
  return kibibytes === undefined || kibibytes < 0 ? undefined : rounded(kibibytes / 1024, 1);
}

export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** What is known of some values, or null when nothing is; a sum that a double does not hold exactly is not known. */
export function present(values: Readonly<Record<string, number | string | undefined>>): Values | null {
  const known: Record<string, number | string> = {};
  for (const [id, value] of Object.entries(values)) {
    const isExact = typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    if (value !== undefined && isExact) known[id] = value;
  }
  return Object.keys(known).length === 0 ? null : known;
}

const MAX_CHARS = 32;
const UNSAFE = /[^A-Za-z0-9._:/,@-]/g;

/** A text as a field holds it: 32 characters at most, letters, digits and `._:/,@-`; nothing where none are left. */
export function safeWord(text: string | undefined): string | undefined {
  const word = text?.replace(UNSAFE, '').slice(0, MAX_CHARS);
  return word === '' ? undefined : word;
}

/** As many names as a field holds, between commas. */
export function safeNames(names: readonly string[]): string | undefined {
  let all = '';
  for (const name of names) {
    const next = all === '' ? (safeWord(name) ?? '') : `${all},${safeWord(name) ?? ''}`;
    if (next.length > MAX_CHARS) break;
    all = next.replace(/,$/, '');
  }
  return safeWord(all);
}
