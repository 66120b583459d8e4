import { redact } from '../redact.ts';
import { redactCapabilities, unescaped } from './capabilities.ts';
import { redactPeople } from './people.ts';
import { restOf } from './until-stable.ts';
import { MASK } from './masked-value.ts';

/** A word that mixes letters and digits; written ones are shorter. */
const MIXED = /(?<![A-Za-z0-9])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{16,}/g;
/** Forty characters of base64, as the secret of an AWS key, whose slashes and pluses make short words of it. */
const AWS_SECRET =
  /(?<![A-Za-z0-9+/])(?=[^\s]{0,39}\d)(?=[^\s]{0,39}[a-z])(?=[^\s]{0,39}[A-Z])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/])/g;

/**
 * Masks, more eagerly than `redactTokens`, what looks drawn by chance: names in code are words, and a mask too many costs
 * little where nobody has to run the text.
 */
function redactDrawn(text: string): string {
  return text.replace(AWS_SECRET, MASK).replace(MIXED, MASK);
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
