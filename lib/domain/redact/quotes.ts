/** A quotation that is open at the present position; `\"` is a kind of its own (a quote inside a quote). */
export interface OpenQuote {
  mark: string;
  /** Where its content begins. */
  from: number;
}

const BEFORE_OPENING = /[\s=([{,:;|&><@!?+`'"\\-]/;
const ENDS_VALUE = /[\s;&|)<>`]/;

/** The quotation mark at `at`: `'`, `"`, `\'`, `\"`, or an empty string. */
export function quoteAt(line: string, at: number): string {
  const char = line[at];
  if (char === '"' || char === "'") return char;
  const next = line[at + 1];
  return char === '\\' && (next === '"' || next === "'") ? char + next : '';
}

/** Opens or closes the quotation whose mark is at `at`. An apostrophe inside a word opens nothing. */
export function passQuote(line: string, at: number, mark: string, open: OpenQuote[]): void {
  const level = open.findIndex((quote) => quote.mark === mark);
  if (level >= 0) {
    open.length = level;
    return;
  }
  const before = line[at - 1];
  // An option such as -p'secret' opens a quotation in the middle of its word.
  const opens = before === undefined || BEFORE_OPENING.test(before) || line[at - 2] === '-';
  if (opens && open.length < 4) open.push({ mark, from: at + mark.length });
}

/**
 * Where the shell word at `at` ends: quoted parts joined to each other and to bare parts, substitutions whole, and
 * never past the quotation around it. A quotation without an end reaches to the end of the line.
 */
export function valueEnd(line: string, at: number, open: readonly OpenQuote[]): number {
  let i = at;
  while (i < line.length) {
    const mark = quoteAt(line, i);
    if (mark !== '') {
      if (i > at && open.some((quote) => quote.mark === mark)) return i;
      i = quotedEnd(line, i, mark, i === at);
    } else if (line[i] === '`' && i === at) {
      const close = line.indexOf('`', at + 1);
      i = close < 0 ? line.length : close + 1;
    } else if (line[i] === '\\') i += 2;
    else if (line[i] === '$' && (line[i + 1] === '(' || line[i + 1] === '{'))
      i = substitutionEnd(line, i + 1);
    else if (ENDS_VALUE.test(line[i] ?? '')) return i;
    else i += 1;
  }
  return line.length;
}

/** Just past the closing mark of the quotation that begins at `at`. */
export function quotedEnd(line: string, at: number, mark: string, isStart: boolean): number {
  if (mark.length === 2) {
    const close = isStart ? line.indexOf(mark, at + 2) : -1;
    return close < 0 ? at + 2 : close + 2;
  }
  if (mark === "'") {
    const close = line.indexOf("'", at + 1);
    return close < 0 ? line.length : close + 1;
  }
  for (let i = at + 1; i < line.length; i += line[i] === '\\' ? 2 : 1) {
    if (line[i] === '"') return i + 1;
  }
  return line.length;
}

function substitutionEnd(line: string, at: number): number {
  const opening = line[at];
  const closing = opening === '(' ? ')' : '}';
  let depth = 0;
  for (let i = at; i < line.length; i += 1) {
    if (line[i] === opening) depth += 1;
    else if (line[i] === closing) depth -= 1;
    if (depth === 0) return i + 1;
  }
  return line.length;
}
