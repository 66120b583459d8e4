import { MASK, maskedValue } from './masked-value.ts';
import { passwordFlagsOf, type PasswordFlags } from './password-flags.ts';
import { passQuote, quoteAt, valueEnd, type OpenQuote } from './quotes.ts';
import { kindOfName } from './secret-words.ts';

const WORD = /[^\s'"\\;|&()<>`,[\]]{1,200}/y;
const GAP = /\\?["']?(?:[ \t]+|,[ \t]*)/y;
const NO_VALUE =
  /^-+(?:no|ask|prompt|without|disable|skip|list|show|rotate|generate)-|-(?:stdin|prompt|from-env)$|^-+keys?-only$/;

const GUESS_CHARS = 300;
/** Beside a user, the `-p` of a program we do not know is most likely a password. */
const USER_GIVEN: PasswordFlags = { attached: [], separate: ['-p'], isPathKept: true };
const USUAL_P = /^[./~$]|^rint0|^\d+:/;

interface Edit {
  from: number;
  to: number;
  text: string;
}

/** Masks passwords given as options, attached or as the next word, in one line of shell. */
export function redactFlagValues(line: string): string {
  const open: OpenQuote[] = [];
  let flags: PasswordFlags | undefined;
  let hasUser = false;
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
    WORD.lastIndex = i;
    const word = WORD.exec(line)?.[0] ?? '';
    if (word === '') {
      if (/[;|&]/.test(line[i] ?? '')) {
        flags = undefined;
        hasUser = false;
      }
      i += 1;
      continue;
    }
    const edit = word.startsWith('-')
      ? editOf(line, i, word, flags ?? (hasUser ? USER_GIVEN : undefined), open)
      : undefined;
    hasUser ||= /^(?:-[uUl]|--user(?:name)?|--login)(?:=|$)/.test(word);
    if (!word.startsWith('-')) flags = passwordFlagsOf(word) ?? flags;
    if (edit !== undefined) {
      out += line.slice(copied, edit.from) + edit.text;
      copied = edit.to;
    }
    i = Math.max(i + word.length, edit?.to ?? 0);
  }
  return out + line.slice(copied);
}

function editOf(
  line: string,
  at: number,
  word: string,
  flags: PasswordFlags | undefined,
  open: readonly OpenQuote[],
): Edit | undefined {
  if (flags?.separate.includes(word)) {
    const edit = nextWord(line, at + word.length, open, (raw) =>
      flags.isPathKept === true && /^["']?(?:[./~]|\d{1,5}(?::|$))/.test(raw)
        ? raw
        : maskedValue(raw, 'secret'),
    );
    if (edit !== undefined) return edit;
  }
  if (takesPair(word, flags)) {
    const edit = nextWord(line, at + word.length, open, (raw) => maskedPair(raw, flags));
    if (edit !== undefined) return edit;
  }
  // Spelled out with one hyphen it is the name of the option, not `-p` with a value attached.
  if (/^-pass(?:word|wd|phrase)?$/i.test(word)) return namedOption(line, at, word, open);
  const attached = flags?.attached.find((flag) => word.startsWith(flag) && !word.startsWith('--'));
  if (attached !== undefined) {
    const from = at + attached.length;
    const to = valueEnd(line, from, open);
    return { from, to, text: maskedValue(line.slice(from, to), 'secret') };
  }
  const pair = /^(?:-[uU]|--(?:proxy-)?user=)/.exec(word)?.[0];
  if (pair !== undefined && flags?.pairs?.length !== 0) {
    const from = at + pair.length;
    const to = valueEnd(line, from, open);
    return { from, to, text: maskedPair(line.slice(from, to), flags) };
  }
  const guessed = flags?.isOrdinary === true ? undefined : guessedPassword(line, at, word, open);
  const isUnknown = flags === undefined && word === '-p';
  return guessed ?? (isUnknown ? guessedNext(line, at, word, open) : namedOption(line, at, word, open));
}

function namedOption(line: string, at: number, word: string, open: readonly OpenQuote[]): Edit | undefined {
  if (!/^-{1,2}[A-Za-z][\w.-]+$/.test(word) || NO_VALUE.test(word)) return undefined;
  const kind = kindOfName(word);
  if (kind === 'plain') return undefined;
  return nextWord(line, at + word.length, open, (raw) => maskedValue(raw, kind));
}

/** Whether the next word is a user and a password: `-u`, `-sSu`, `--user`, or what the program has instead. */
function takesPair(word: string, flags: PasswordFlags | undefined): boolean {
  return flags?.pairs?.includes(word) ?? /^(?:-[A-Za-z]{0,7}[uU]|--(?:proxy-)?user)$/.test(word);
}

/** `-pSecret1` of a program we do not know: a password when it holds a letter and a digit and names nothing usual. */
function guessedPassword(
  line: string,
  at: number,
  word: string,
  open: readonly OpenQuote[],
): Edit | undefined {
  if (!/^-p./.test(word) && !(word === '-p' && quoteAt(line, at + 2) !== '')) return undefined;
  const from = at + 2;
  // Judged by its beginning, so that a line full of such options is not read to its end for each.
  const start = line.slice(from, valueEnd(line.slice(from, from + GUESS_CHARS), 0, open) + from);
  const isPassword = start.length >= 6 && /[A-Za-z]/.test(start) && /\d/.test(start) && !USUAL_P.test(start);
  if (!isPassword) return undefined;
  const to = valueEnd(line, from, open);
  return { from, to, text: maskedValue(line.slice(from, to), 'secret') };
}

/** `-p secret1` of a program we do not know, by the same signs; no port, path, address or pair. */
function guessedNext(line: string, at: number, word: string, open: readonly OpenQuote[]): Edit | undefined {
  return nextWord(line, at + word.length, open, (raw) => {
    const content = raw.replace(/^["']|["']$/g, '');
    const isPassword = /^(?=.*[A-Za-z])(?=.*\d)[^\s./:=,~$*{}[\]-][^\s/:=,{}[\]]{4,}$/.test(content);
    return isPassword ? maskedValue(raw, 'secret') : raw;
  });
}

function nextWord(
  line: string,
  after: number,
  open: readonly OpenQuote[],
  mask: (raw: string) => string,
): Edit | undefined {
  GAP.lastIndex = after;
  const gap = GAP.exec(line)?.[0];
  if (gap === undefined) return undefined;
  const from = after + gap.length;
  if (line[from] === '-') return undefined;
  // In a list such as ["--password", "x"] the word before has closed its quotation.
  const around = /["']/.test(gap) ? open.slice(0, -1) : open;
  const to = valueEnd(line, from, around);
  return to > from ? { from, to, text: mask(line.slice(from, to)) } : undefined;
}

/** `user:secret` with the secret masked, or the user when the secret is empty; ids and `host:/path` stay. */
function maskedPair(raw: string, flags: PasswordFlags | undefined): string {
  const found = /^(\\?["'])?([\w.@+${}*\\ -]*)/.exec(raw);
  const quote = found?.[1] ?? '';
  const at = found?.[0].length ?? 0;
  const mark = flags?.pairMark ?? ':';
  if (!raw.startsWith(mark, at) || /^["']?\d+:\d+["']?$/.test(raw)) return raw;
  const secret = raw.slice(at + mark.length);
  if (flags?.pairs === undefined && secret.startsWith('/')) return raw;
  return secret === quote ? quote + MASK + mark + quote : raw.slice(0, at + mark.length) + MASK + quote;
}
