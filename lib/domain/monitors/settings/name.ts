import { refused, shown, type Decision } from '../../decision.ts';
import { LIMITS } from '../../limits.ts';
import { refuseUnreadable } from '../../readable-name.ts';

/**
 * What makes a name more than punctuation: a letter, a digit or a pictograph of any script that shows. Fillers such as
 * U+3164 are letters to Unicode and ignorable when shown; the two hieroglyphs are blank by design.
 */
const SPEAKING =
  /[[\p{L}\p{N}\p{Extended_Pictographic}]--[\p{Default_Ignorable_Code_Point}\u{13441}\u{13442}]]/v;
/** What looks like a space: white space, letters that do not show, the empty braille pattern. */
const BLANK = '[\\s\\u2800\\u{13441}\\u{13442}[\\p{L}&&\\p{Default_Ignorable_Code_Point}]]';
const BLANKS = new RegExp(`${BLANK}+`, 'gv');
const BLANK_START = new RegExp(`^${BLANK}+`, 'v');
const BLANK_END = new RegExp(`(?<!${BLANK})${BLANK}+$`, 'v');

/** The text with each run of what looks like a space as one space. */
export function withSingleSpaces(text: string): string {
  return text.replace(BLANKS, ' ');
}

/** A monitor name, trimmed of what looks like a space (SPEC.md "POST /api/endpoints", `name`). */
export function monitorName(text: string): Decision<string, 'nome_obrigatorio' | 'nome_invalido'> {
  const name = text.replace(BLANK_START, '').replace(BLANK_END, '');
  if (name === '') return refused('nome_obrigatorio', 'name is required: it was empty or blank.');
  if ([...name].length > LIMITS.nameMaxChars) {
    return refused(
      'nome_invalido',
      `name must have at most ${LIMITS.nameMaxChars} characters; got ${[...name].length}.`,
    );
  }
  const readable = refuseUnreadable(name, 'nome_invalido');
  if (readable.ok && !SPEAKING.test(name)) {
    return refused('nome_invalido', `name must have a letter or digit in it; got ${shown(name)}.`);
  }
  return readable;
}
