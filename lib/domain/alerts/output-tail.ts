import { LIMITS } from '../limits.ts';
import { redactKeyBlocks } from '../redact/key-blocks.ts';
import { redact } from '../redact/redact.ts';

/** What is kept of an output is cut at a character, of four bytes at most. */
const CHARACTER_BYTES = 4;
const LINES_MAX = 10;
const CHARS_MAX = 1_000;
/** Twice what is shown. Redaction takes a millisecond per thousand characters, and anyone may send ten thousand. */
const REDACTED_MAX = 2_000;
/** A last line may be longer, since its end is what the job said last. */
const LAST_LINE_MAX = 5_000;

/** Sequences a terminal obeys: titles and links (up to their end), colours and moves, and the short ones. */
const ANSI = new RegExp(
  [
    '\\x1b[\\]PX^_][^\\x07\\x1b\\n]*(?:\\x07|\\x1b\\\\)',
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]',
    '\\x1b[ -/]*[0-~]',
  ].join('|'),
  'g',
);
const LINE_ENDS = /\r\n|[\v\f\u0085\u2028\u2029]/g;
/** Carriage returns stay until the text is redacted. */
const UNREADABLE = /[^\P{Cc}\n\r\t]|[\p{Cf}\p{Cs}]/gu;
const READABLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * The last lines of a job's output as an alert shows them: at most 10 lines and 1,000 characters, without terminal
 * sequences and control characters other than newline and tab, with what looks secret masked; null when nothing
 * readable is left. Of a line that its own carriage returns wrote over, what a terminal would show last.
 */
export function outputTail(text: string): string | null {
  const plain = text.replace(ANSI, '').replace(LINE_ENDS, '\n').replace(UNREADABLE, '');
  // Redacted before it is cut to what is shown: half a secret is not known for one.
  const lines = redact(partToRedact(plain, isCut(text)))
    .split('\n')
    .map(lastShown);
  const tail = cutTail(trimmed(lines).slice(-LINES_MAX).join('\n'), (part) => [...part].length <= CHARS_MAX);
  return tail !== null && READABLE.test(tail) ? tail : null;
}

/**
 * The last lines of a text, at most 2,000 characters: whole lines, since of a line that is cut half a secret may be left,
 * and with keys masked whose first line is left out. A last line that is longer comes whole, to 5,000 characters; one that
 * is longer still, or whose beginning was not kept, is named only.
 */
export function partToRedact(text: string, isTextCut = isCut(text)): string {
  const masked = redactKeyBlocks(text).trimEnd();
  if (masked.length <= REDACTED_MAX) return masked;
  const lineStart = masked.indexOf('\n', masked.length - REDACTED_MAX - 1) + 1;
  if (lineStart > 0) return masked.slice(lineStart);
  const lastLine = masked.slice(masked.lastIndexOf('\n') + 1);
  const isWhole = lastLine.length < masked.length || !isTextCut;
  if (isWhole && lastLine.length <= LAST_LINE_MAX) return lastLine;
  return `(a line of ${lastLine.length} characters, too long to show)`;
}

/** Whether the beginning of an output may not have been kept. */
function isCut(text: string): boolean {
  return new TextEncoder().encode(text).length > LIMITS.outputKeptBytes - CHARACTER_BYTES;
}

/**
 * The longest end of a text that fits: whole lines, or else the end of the last line behind an ellipsis; null when
 * not even that fits. `fits` must be true of every shorter end of what it is true of.
 */
export function cutTail(text: string, fits: (tail: string) => boolean): string | null {
  if (fits(text)) return text;
  const lines = text.split('\n');
  const chars = [...(lines.at(-1) ?? '')];
  const keptLines = mostThatFit(lines.length, (count) => fits(lines.slice(-count).join('\n')));
  if (keptLines > 0) return trimmed(lines.slice(-keptLines)).join('\n');
  const keptChars = mostThatFit(chars.length, (count) => fits(`…${chars.slice(-count).join('')}`));
  return keptChars > 0 ? `…${chars.slice(-keptChars).join('')}` : null;
}

/** The largest count from 0 to `max` that fits. 0 is not tried; `fits` must be true below what it is true of. */
export function mostThatFit(max: number, fits: (count: number) => boolean): number {
  let low = 0;
  let high = max;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function lastShown(line: string): string {
  const shown = line.trimEnd();
  return shown.slice(shown.lastIndexOf('\r') + 1);
}

/** Without the empty lines at both ends. */
function trimmed(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1);
}
