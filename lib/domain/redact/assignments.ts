import { MASK, maskedValue } from './masked-value.ts';
import { passQuote, quoteAt, quotedEnd, valueEnd, type OpenQuote } from './quotes.ts';
import { kindOfName } from './secret-words.ts';

const NAME_MAX_CHARS = 80;
const NAME_CHAR = /[\p{L}\p{N}_.[\]%$-]/u;
const TO_THE_END = /(?:^|[^a-z])(?:authorization|cookie2?)$/i;
const SCHEME = /^["'\\]{0,2}(?:bearer|basic|digest|token|apikey|negotiate)\s+/i;

/**
 * Masks the values of `NAME=value`, `name: value`, `"name": "value"`, `name => value`, query fields and headers
 * whose name looks secret, in one line.
 */
export function redactAssignments(line: string): string {
  const open: OpenQuote[] = [];
  let out = '';
  let copied = 0;
  let i = 0;
  while (i < line.length) {
    const mark = quoteAt(line, i);
    if (mark !== '') {
      passQuote(line, i, mark, open);
      i += mark.length;
      continue;
    }
    const found = line[i] === '=' || line[i] === ':' ? valueAt(line, i, open) : undefined;
    if (found === undefined) {
      i += line[i] === '\\' ? 2 : 1;
      continue;
    }
    out += line.slice(copied, found.from) + found.text;
    copied = found.to;
    i = Math.max(found.to, i + 1);
  }
  return out + line.slice(copied);
}

interface Found {
  from: number;
  to: number;
  text: string;
}

function valueAt(line: string, separator: number, open: OpenQuote[]): Found | undefined {
  const next = line[separator + 1];
  if (line[separator] === ':' && (next === '=' || (next === '/' && line[separator + 2] === '/')))
    return undefined;
  const name = nameBefore(line, separator);
  const kind = kindOfName(name.text);
  if (kind === 'plain') return undefined;

  const from = valueStart(line, separator);
  if (from >= line.length) return undefined;
  const isPathPart = line[separator] === ':' && line[name.from - 1] === '/';
  if (TO_THE_END.test(name.text) && quoteAt(line, from) === '' && line[from] !== '\\') {
    if (line.startsWith(MASK, from)) return undefined;
    const to = closingOf(line, from, open);
    const scheme = SCHEME.exec(line.slice(from, from + 40))?.[0] ?? '';
    return { from, to, text: scheme + maskedValue(line.slice(from + scheme.length, to), 'secret') };
  }
  const around = open.at(-1);
  const isWholeQuotation = around !== undefined && around.from === name.from && !isShellText(line, around);
  if (isWholeQuotation && around !== undefined) {
    const to = closingOf(line, from, [around]);
    return { from, to, text: maskedValue(line.slice(from, to), kind) };
  }
  const mark = quoteAt(line, from);
  const isField = mark !== '' && (line[separator] === ':' || line[separator + 1] === '>');
  const to = isField ? quotedEnd(line, from, mark, true) : valueEnd(line, from, open);
  const scheme = SCHEME.exec(line.slice(from, to + 1))?.[0] ?? '';
  if (scheme.length > 0 && quoteAt(line, from) === '') {
    const end = valueEnd(line, to + 1, open);
    return { from, to: end, text: line.slice(from, to + 1) + MASK };
  }
  return { from, to, text: maskedValue(line.slice(from, to), isPathPart ? 'pointer' : kind) };
}

/** The name that ends before the separator, past spaces, a closing quote and the first half of `+=` or `:=`. */
function nameBefore(line: string, separator: number): { from: number; text: string } {
  let to = separator;
  if (/[+:?]/.test(line[to - 1] ?? '')) to -= 1;
  for (let spaces = 0; spaces < 8 && /[ \t]/.test(line[to - 1] ?? ''); spaces += 1) to -= 1;
  if (/["']/.test(line[to - 1] ?? '')) to -= line[to - 2] === '\\' ? 2 : 1;
  let from = to;
  while (from > 0 && to - from < NAME_MAX_CHARS && NAME_CHAR.test(line[from - 1] ?? '')) from -= 1;
  return { from, text: line.slice(from, to) };
}

function valueStart(line: string, separator: number): number {
  let at = separator + 1;
  while (line[at] === '=' || (line[at] === '>' && at === separator + 1)) at += 1;
  const bare = at;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  return at > bare && line[at] === '-' ? bare : at;
}

/** Where the innermost quotation around `at` ends; the end of the line when there is none. */
function closingOf(line: string, at: number, open: readonly OpenQuote[]): number {
  const mark = open.at(-1)?.mark;
  if (mark === undefined) return line.length;
  for (let i = at; i < line.length; i += 1) {
    if (quoteAt(line, i) === mark) return i;
    if (line[i] === '\\') i += 1;
  }
  return line.length;
}

/** Whether the quotation is the argument of `sh -c`, so that a space ends an assignment in it. */
function isShellText(line: string, quote: OpenQuote): boolean {
  return /\s-[a-z]*c\s*$/.test(
    line.slice(Math.max(0, quote.from - quote.mark.length - 12), quote.from - quote.mark.length),
  );
}
