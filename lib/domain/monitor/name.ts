import { accepted, refused, shown, type Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';

/** Control, format, surrogate and unassigned characters, and the two Unicode line ends. */
const UNREADABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
/** What makes a name more than punctuation: a letter, a digit or a pictograph of any script. */
const SPEAKING = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** A monitor name, trimmed (SPEC.md "POST /api/endpoints", `name`). */
export function monitorName(text: string): Decision<string, 'nome_obrigatorio' | 'nome_invalido'> {
  const name = text.trim();
  if (name === '') return refused('nome_obrigatorio', 'name is required: it was empty or blank.');
  if ([...name].length > LIMITS.nameMaxChars) {
    return refused(
      'nome_invalido',
      `name must have at most ${LIMITS.nameMaxChars} characters; got ${[...name].length}.`,
    );
  }
  if (UNREADABLE.test(name)) {
    return refused('nome_invalido', `name must not have control or format characters; got ${shown(name)}.`);
  }
  if (!SPEAKING.test(name)) {
    return refused('nome_invalido', `name must have a letter or digit in it; got ${shown(name)}.`);
  }
  return accepted(name);
}
