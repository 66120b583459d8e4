import { MINUTE_MS } from '../calendar.ts';

/** So many are made at once. */
export const RECOVERY_CODES = 10;

/** 80 random bits: nobody guesses one, whatever may be tried in a second. */
export const RECOVERY_CODE_CHARS = 16;

/** Of what a person types: case, blanks and dashes are as it likes. */
export const RECOVERY_CODE_FORM = /^[\s-]*(?:[0-9a-z][\s-]*){16}$/i;

/** Until the checker looks after the mail of a code that was used. */
export const RECOVERY_MAIL_MS = 10 * MINUTE_MS;

/** A code as it is shown: in groups, which are copied with fewer mistakes. */
export function recoveryCodeText(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-');
}

/** The code that was typed, with the letters that its alphabet leaves out as the digits that they are taken for. */
export function recoveryCodeIn(typed: string): string {
  const letters = typed.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
  return letters.replaceAll('o', '0').replaceAll(/[il]/g, '1');
}
