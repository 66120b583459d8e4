import { redactAddresses } from './addresses.ts';
import { redactAssignments } from './assignments.ts';
import { redactKeyBlocks } from './key-blocks.ts';
import { redactFlagValues } from './flag-values.ts';
import { redactPhrases } from './phrases.ts';
import { redactPositional } from './positional.ts';
import { restOf } from './until-stable.ts';
import { redactTokens } from './tokens.ts';

const PASSES_MAX = 6;

/**
 * The text with what looks secret replaced by `***` and the rest left readable: password options, assignments,
 * headers, credentials and capabilities in addresses, known tokens, private keys and long random words. In doubt it
 * masks. Line breaks stay, the time taken grows with the length of the text, and redacting twice changes nothing.
 */
export function redact(text: string): string {
  return redactKeyBlocks(text).split('\n').map(redactLine).join('\n');
}

function redactLine(line: string): string {
  return restOf(line, PASSES_MAX, (text) =>
    redactTokens(redactAssignments(redactFlagValues(redactPositional(redactPhrases(redactAddresses(text)))))),
  );
}
