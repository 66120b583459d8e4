import { MASK } from './masked-value.ts';
import { restOf } from './until-stable.ts';

/** As far as an address can reach in a text. */
const WORD = /[^\s"'`<>]+/g;
/** Parts of paths of ours after which an id, a symbol or a token follows. */
const BEFORE_SECRET =
  'in|r|s|i|email|endpoints|ambientes|inputs|coletas|organizations|events|alerts|by-slug|monitors|devices|collections|feeds';
const OWN_PATH = new RegExp(`(/(?:${BEFORE_SECRET})/)(?!\\*)[^\\s/?#"'\`<>(),;:]+`, 'gi');
const ESCAPED = /%([2-7][0-9a-f])/gi;
/** Escaped more often it is no address of anybody's. */
const ESCAPED_MAX_TIMES = 3;

/** ASCII characters that are escaped as in an address, as themselves: so that one rule finds either. */
export function unescaped(text: string): string {
  return restOf(text, ESCAPED_MAX_TIMES, (before) =>
    before.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );
}

/** Masks queries and fragments of addresses and paths, and the ids, symbols and tokens in paths of this service. */
export function redactCapabilities(text: string): string {
  return text.replace(WORD, withoutQuery).replace(OWN_PATH, `$1${MASK}`);
}

/** A query or a fragment may hold anything. */
function withoutQuery(word: string): string {
  const path = word.indexOf('/');
  const query = path < 0 ? -1 : word.slice(path).search(/[?#]/);
  return query < 0 || path + query + 1 === word.length ? word : `${word.slice(0, path + query)}?${MASK}`;
}
