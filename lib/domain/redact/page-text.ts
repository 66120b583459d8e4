import { redact } from '../redact.ts';
import { redactCapabilities, unescaped } from './capabilities.ts';
import { redactDrawn } from './random-words.ts';
import { redactPeople } from './people.ts';
import { restOf } from './until-stable.ts';

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
