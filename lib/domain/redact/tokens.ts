import { MASK } from './masked-value.ts';

// What stands before a required character is bounded, so that reading stays linear.
const PREFIXED = new RegExp(
  '(?<![A-Za-z0-9])(?:' +
    [
      '(?:gh[oprsu]_|github_pat_|hpk?_|mmk_|cred_|[spr]k_(?:live|test)_|whsec_|npm_|dop_v1_|shp(?:at|ss|ca|pa)_|dckr_pat_|rubygems_|hc[rw]_)[A-Za-z0-9_-]{8,}',
      '(?:glpat-|gl[a-z]{2,5}-|xox[a-z]-|xapp-|pypi-|PMAK-|AGE-SECRET-KEY-|sk-(?:ant-|proj-)?)[A-Za-z0-9_-]{12,}',
      '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{8,}',
      'AIza[A-Za-z0-9_-]{20,}',
      '(?:eyJ[A-Za-z0-9_-]{8,1000}|ya29|SG|hvs|hvb)\\.[A-Za-z0-9._-]{8,}',
      '\\d{6,12}:[A-Za-z0-9_-]{30,}',
    ].join('|') +
    ')',
  'g',
);
const BEARER =
  /(?<![A-Za-z])(bearer[ \t]+)(?!(?:tokens?|auth\w*|scheme|header|credentials?|format)\b)([\w.~+/=-]{6,})/gi;
const BASIC = /(?<![A-Za-z])(basic[ \t]+)(?=[A-Za-z+/]*[A-Z0-9=])([\w+/=-]{8,})/g;
const BASIC_ANY_CASE = /(?<![A-Za-z])(basic[ \t]+)(?=[a-z+/]{0,200}[0-9=])([\w+/=-]{8,})/gi;
const RUN = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const VOWEL = /[aeiouy]/i;

/** Masks bearer and basic credentials, tokens known by their prefix, and long parts that look random, in one line. */
export function redactTokens(line: string): string {
  return line
    .replace(BEARER, `$1${MASK}`)
    .replace(BASIC, `$1${MASK}`)
    .replace(BASIC_ANY_CASE, `$1${MASK}`)
    .replace(PREFIXED, MASK)
    .replace(RUN, maskedRun);
}

function maskedRun(run: string): string {
  const parts = run.split('/');
  const random = parts.filter((part) => isRandom(part));
  if (random.length === 0)
    return parts.length > 2 && isRandom(parts.join('')) && !hasWords(parts) ? MASK : run;
  const randomChars = random.reduce((sum, part) => sum + part.length, 0);
  // Base64 holds slashes too: when most of the run is random, none of it is a path.
  if (!run.startsWith('/') && randomChars * 2 > run.length) return MASK;
  return parts.map((part) => (isRandom(part) ? MASK : part)).join('/');
}

/**
 * Whether a word without slashes looks drawn rather than written: at least 16 characters that do not fall into
 * words, numbers, dates and short mixtures such as `db01`.
 */
export function isRandom(word: string): boolean {
  const text = word.replace(/=+$/, '');
  if (text.length < 16 || text.length > 4096) return text.length > 4096 && !/^(.)\1*$/.test(text);
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return true;
  const pieces = text.split(/[^A-Za-z0-9]+/);
  const odd = pieces.reduce((sum, piece) => sum + (isPlain(piece) ? 0 : piece.length), 0);
  return odd >= 12 && odd * 3 >= text.length;
}

function hasWords(parts: readonly string[]): boolean {
  return parts.filter((part) => part.length >= 3 && /^[a-z]+$/i.test(part) && VOWEL.test(part)).length >= 2;
}

function isPlain(piece: string): boolean {
  if (piece.length <= 6 || /^\d{1,14}$/.test(piece)) return true;
  if (piece.length >= 20 && /^[0-9a-f]+$/i.test(piece)) return false;
  const humps = piece.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  const letters = humps.filter((hump) => !/\d/.test(hump));
  const isWordlike = letters.every(
    (hump) => hump.length < 4 || (VOWEL.test(hump) && !/[^aeiouy]{6}/i.test(hump)),
  );
  // Written names change between letters, digits and cases seldom; drawn ones every second character or so.
  return isWordlike && humps.length <= 1 + Math.floor(piece.length / 5);
}
