import ipaddr from 'ipaddr.js';
import { MASK } from './masked-value.ts';

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
