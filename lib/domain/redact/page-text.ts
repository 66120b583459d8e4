import ipaddr from 'ipaddr.js';
import { redact } from './redact.ts';
import { restOf } from './until-stable.ts';
import { MASK } from './masked-value.ts';

/** A word that mixes letters and digits; written ones are shorter. */
const MIXED = /(?<![A-Za-z0-9])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{16,}/g;
/**
 * Forty characters of base64, as the secret of an AWS key, whose slashes and pluses make short words of it; also behind the
 * slash that begins a path.
 */
const AWS_SECRET =
  /(?<![A-Za-z0-9+/])(\/?)(?=[^\s]{0,39}\d)(?=[^\s]{0,39}[a-z])(?=[^\s]{0,39}[A-Z])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/])/g;

/**
 * Masks, more eagerly than `redactTokens`, what looks drawn by chance: names in code are words, and a mask too many costs
 * little where nobody has to run the text.
 */
function redactDrawn(text: string): string {
  return text.replace(AWS_SECRET, `$1${MASK}`).replace(MIXED, MASK);
}

/** Control and format characters but line ends and tabs, and halves of characters. */
const UNREADABLE = /[^\P{C}\n\t]|\p{Cs}/gu;

const PASSES_MAX = 6;

/**
 * A text out of somebody's browser with everything masked by which that person or anything of theirs is known or opened:
 * credentials, queries and fragments of addresses, ids in paths, e-mail addresses, telephone numbers, network addresses.
 * In doubt it masks. Redacting twice changes nothing.
 */
export function redactPageText(text: string): string {
  return restOf(text, PASSES_MAX, (before) => {
    const readable = unescaped(before.replaceAll(/\r\n?/g, '\n')).replaceAll(UNREADABLE, '');
    return redactPeople(redact(redactCapabilities(redactDrawn(readable))));
  });
}

/** Neither blank nor what stands around an address in a sentence, a list, a link or code. */
const LOCAL = '[^*\\s"\'`<>()[\\]{},;:/=|&?@]{1,256}';
const HOST = '(?:(?:[\\p{L}\\p{N}_-]{1,63}\\.){1,8}\\p{L}[\\p{L}\\p{N}-]{1,62}|\\[[\\d.:a-fIPv]{2,64}\\])';
/** With what follows where the address is a user name: `ana@example.com:password@host`. */
const MAIL = new RegExp(`(?:"[^"\\n]{1,64}"|${LOCAL})@${HOST}(?::[^\\s@"'\`<>]{1,256}@)?`, 'giu');

const DAY = '(?:19|20)\\d\\d-[01]\\d-[0-3]\\d(?!\\p{Nd})';
/** Digits with up to three blanks, dots, brackets, slashes and dashes between any two. */
const NUMBER = '\\+?\\(?\\p{Nd}(?:[\\p{Zs}\\t.()/\\u2010-\\u2015-]{0,3}\\p{Nd}){6,}';
const DAY_OR_NUMBER = new RegExp(`(${DAY})|${NUMBER}`, 'gu');
/** Without anything between them so few digits are a count or a size. */
const COUNT = /^\p{Nd}{1,7}$/u;

const IPV4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)/g;
const IPV6 = /(?<![\w:.])[0-9a-f:.]{4,45}(?![\w:])/gi;

/** Masks e-mail addresses, telephone numbers (and what else has as many digits, but days) and network addresses. */
export function redactPeople(text: string): string {
  return redactMails(text)
    .replace(IPV4, MASK)
    .replace(IPV6, (word) => (word.includes(':') && ipaddr.IPv6.isValid(word) ? MASK : word))
    .replace(DAY_OR_NUMBER, (number, day?: string) =>
      day !== undefined || COUNT.test(number) ? number : MASK,
    );
}

function redactMails(text: string): string {
  return text.includes('@') ? text.replace(MAIL, MASK) : text;
}

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
